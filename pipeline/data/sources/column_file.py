"""One file with a column for each side: tab-separated, comma-separated, or JSON lines."""

from __future__ import annotations

import csv
import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from pipeline.config.corpus import Files
from pipeline.data.sources.lines import LONGEST_LINE, read_lines
from pipeline.data.sources.parallel_text import Row
from pipeline.plural import so_many
from pipeline.refusal import Refusal

Fields = tuple[int, list[str]]
"""Line (from 1) on which a record begins, its fields."""


def read_columns(path: Path, kind: str, settings: Files, found: Counter[str]) -> Iterator[Row]:
    """Yield both columns of every record of ``path``, a file of ``kind``.

    An empty line is no record; it is counted in ``found``, and so are line ends within fields.
    Refuses, with the number of the line, a record of another shape than the first, and columns that
    are not there.
    """
    if kind == "jsonl":
        yield from _json_rows(path, settings, found)
        return
    fields = _plain_fields if kind == "tsv" else _quoted_fields
    yield from _table_rows(path, fields(path, kind, found), settings)


def _plain_fields(path: Path, kind: str, found: Counter[str]) -> Iterator[Fields]:
    """Fields between tabs; a quotation mark is a letter like any other."""
    for number, line in enumerate(read_lines(path, found), start=1):
        text = line.removesuffix("\n")
        if not text:
            found["empty lines between records"] += 1
            continue
        yield number, text.split("\t")


def _quoted_fields(path: Path, kind: str, found: Counter[str]) -> Iterator[Fields]:
    """Fields as spreadsheets write them: ``"`` encloses, ``""`` is one, line ends may be within."""
    csv.field_size_limit(LONGEST_LINE)
    separator = "," if kind == "csv" else "\t"
    records = csv.reader(read_lines(path, found), delimiter=separator, strict=True)
    begin = 1
    while True:
        try:
            fields = next(records)
        except StopIteration:
            return
        except csv.Error as fault:
            raise Refusal(
                f"{path}, line {begin}: the record that begins there is not well-formed ({fault}). "
                'A field with a `"` in it is enclosed in `"`, and the mark itself doubled. '
                "(corpus.files.format: tsv reads tabs and takes quotation marks as text.)"
            ) from None
        if not fields:
            found["empty lines between records"] += 1
        else:
            found["fields with line ends"] += sum("\n" in field for field in fields)
            yield begin, fields
        begin = records.line_num + 1


def _table_rows(path: Path, records: Iterator[Fields], settings: Files) -> Iterator[Row]:
    width = places = None
    for number, fields in records:
        if width is None:
            width, names = len(fields), fields if settings.header else None
            places = [
                _place(column, side, width, names, path, number)
                for side, column in _columns(settings).items()
            ]
            if settings.header:
                continue
        if len(fields) != width:
            raise Refusal(
                f"{path}, line {number:,}: has {so_many(len(fields), 'field')}, but the file's "
                f"first line has {width:,}. {_advice(fields)}"
            )
        yield number, fields[places[0]], fields[places[1]]


def _advice(fields: Sequence[str]) -> str:
    if any(field.startswith('"') for field in fields):
        return (
            "If quotation marks enclose its fields, set corpus.files.format to tsv-quoted (tabs) "
            "or csv (commas); if not, mend the line."
        )
    return "A separator within a text, or a missing one: mend the line."


def _columns(settings: Files) -> dict[str, int | str]:
    return {"source": settings.source_column, "target": settings.target_column}


def _place(
    column: int | str, side: str, width: int, names: list[str] | None, path: Path, number: int
) -> int:
    where = f"{path}, line {number:,}: corpus.files.{side}_column is {column!r}"
    if isinstance(column, int):
        if column <= width:
            return column - 1
        allowed = f"1 to {width:,}" if width > 1 else "1"
        raise Refusal(f"{where}, but the line has {so_many(width, 'column')}; allowed: {allowed}.")
    stripped = [name.strip() for name in names or ()]
    if (times := stripped.count(column)) != 1:
        named = f"{so_many(times, 'column')}, not of one" if times else "no column"
        raise Refusal(
            f"{where}, which is the name of {named}; {_listed(stripped)}. Where the first line is "
            "no header, set corpus.files.header to false and name columns by their place."
        )
    return stripped.index(column)


def _listed(names: list[str]) -> str:
    """The columns that there are, shortened."""
    begin = "the only column is" if len(names) == 1 else "the columns are"
    return f"{begin} {', '.join(map(repr, names))[:300]}"


def _json_rows(path: Path, settings: Files, found: Counter[str]) -> Iterator[Row]:
    getters = [_getter(side, str(column)) for side, column in _columns(settings).items()]
    for number, line in enumerate(read_lines(path, found), start=1):
        if not line.strip():
            found["empty lines between records"] += 1
            continue
        try:
            record = json.loads(line, object_pairs_hook=_once)
            texts = [get(record) for get in getters]
        except (ValueError, RecursionError) as fault:
            raise Refusal(
                f"{path}, line {number:,}: {fault}. Every line is one JSON object with a text for "
                "each side, such as "
                f'{{"{settings.source_column}": "...", "{settings.target_column}": "..."}}.'
            ) from None
        yield number, *texts


def _once(pairs: list[tuple[str, object]]) -> dict:
    record = dict(pairs)
    if len(record) != len(pairs):
        raise ValueError("a key stands twice in one object")
    return record


def _getter(side: str, column: str) -> Callable[[object], str]:
    """Reads ``column`` of a record: the key as it is written, or step by step at its dots."""

    def get(record: object) -> str:
        value = record
        steps = [column] if isinstance(record, dict) and column in record else column.split(".")
        for step in steps:
            if not isinstance(value, dict) or step not in value:
                raise ValueError(f"has no {column!r} (corpus.files.{side}_column)")
            value = value[step]
        return text_of(value, f"{column!r} (corpus.files.{side}_column)")

    return get


def text_of(value: object, what: str) -> str:
    """Return ``value`` if it is text that can be written, else raise ValueError."""
    if not isinstance(value, str):
        kind = "null" if value is None else type(value).__name__
        raise ValueError(f"{what} is {kind}, not text")
    if "\0" in value:
        raise ValueError(f"{what} has a NUL character")
    try:
        value.encode("utf-8")
    except UnicodeEncodeError:
        raise ValueError(f"{what} has half a character (a lone surrogate)") from None
    return value
