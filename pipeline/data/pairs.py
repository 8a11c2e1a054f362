"""A pair of sentences as it comes from a source, and the file that holds a whole corpus of them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO, NamedTuple

from pipeline.atomic import written_whole
from pipeline.refusal import Refusal

PAIRS_FILE = "pairs.jsonl"
PROVENANCE_FILE = "provenance.json"


class Pair(NamedTuple):
    """One sentence in both languages.

    ``group`` names what is held out as a whole (a chapter). ``alignment`` holds the right word
    links (source word, target word), counted from 0, where the source of the corpus knows them,
    and is None where nobody knows. They count the words between spaces in both texts, or, where
    the corpus cuts its texts in another way, ``source_tokens`` and ``target_tokens``. ``held_out``
    is ``validation`` or ``test`` where the corpus comes with such a split, and this pair is in it.
    """

    id: str
    group: str
    source: str
    target: str
    alignment: tuple[tuple[int, int], ...] | None = None
    source_tokens: tuple[str, ...] | None = None
    target_tokens: tuple[str, ...] | None = None
    held_out: str | None = None


_TOKENS = ("source_tokens", "target_tokens")
_RARE = (*_TOKENS, "held_out")
"""Written only where a corpus has tokens of its own, or splits."""


def write_pairs(path: Path, pairs: Iterable[Pair]) -> None:
    """Write one JSON object per line, in the corpus's order."""
    with written_whole(path) as beside, open(beside, "w", encoding="utf-8", newline="\n") as file:
        for pair in pairs:
            fields = {
                name: value
                for name, value in pair._asdict().items()
                if value is not None or name not in _RARE
            }
            file.write(json.dumps(fields, ensure_ascii=False) + "\n")


def read_pairs(path: Path) -> Iterator[Pair]:
    """Yield what :func:`write_pairs` wrote, one pair at a time, however large the corpus.

    Refuses a missing file, and, when it comes there, a line that is no pair.
    """
    return _pairs_in(_opened(path), path)


def _pairs_in(file: BinaryIO, path: Path) -> Iterator[Pair]:
    with file:
        for number, line in enumerate(file, start=1):
            if not line.strip():
                continue
            try:
                fields = json.loads(line)
                links = fields["alignment"]
                links = None if links is None else tuple((int(s), int(t)) for s, t in links)
                texts = (str(fields[name]) for name in Pair._fields[:4])
                tokens = (_tokens(fields.get(name)) for name in _TOKENS)
                pair = Pair(*texts, links, *tokens, fields.get("held_out"))
            except (ValueError, TypeError, KeyError) as fault:
                raise Refusal(
                    f"{path}, line {number:,}: not a pair (an object with the keys "
                    f"{', '.join(Pair._fields[:5])}): {fault}. Run the download stage again."
                ) from None
            yield pair


def _tokens(found: list | None) -> tuple[str, ...] | None:
    return None if found is None else tuple(str(token) for token in found)


def read_provenance(path: Path) -> dict:
    """Read provenance.json; refuse a missing or broken file."""
    try:
        with _opened(path) as file:
            return json.load(file)
    except ValueError as fault:
        raise Refusal(f"{path}: not JSON ({fault}). Run the download stage again.") from None


def _opened(path: Path) -> BinaryIO:
    try:
        return open(path, "rb")
    except FileNotFoundError:
        raise Refusal(
            f"{path} is missing: the download stage writes it (run `dvc repro download`)."
        ) from None
