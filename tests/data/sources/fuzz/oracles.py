"""What a file says, read in another way than the pipeline does it; slow and short.

Each raises :class:`Wrong` where nothing can be read, with the line (from 1) where one is to blame.
"""

from __future__ import annotations

import json
import zlib

BOM, GZIP = b"\xef\xbb\xbf", b"\x1f\x8b"
Texts = list[tuple[int, str, str]]
"""(line where the record begins, source, target)."""


class Wrong(Exception):
    """The file is not what it should be; ``line`` is the first that is wrong, if one is."""

    def __init__(self, line: int | None = None) -> None:
        super().__init__(line)
        self.line = line


def unpacked(content: bytes) -> bytes:
    """The bytes within a gzip file of any number of members; anything else as it is."""
    if not content.startswith(GZIP):
        return content
    whole = b""
    while content:
        reader = zlib.decompressobj(wbits=31)
        try:
            whole += reader.decompress(content)
        except zlib.error:
            raise Wrong from None
        if not reader.eof:
            raise Wrong
        content = reader.unused_data.lstrip(b"\0")  # padding of tapes, as gzip has it
    return whole


def lines(content: bytes) -> list[str]:
    """Lines by ``\\n`` alone, decoded; ``\\r`` before it belongs to the line's end."""
    content = unpacked(content)
    if not content:
        raise Wrong
    parts = content.split(b"\n")
    last_ends = not parts[-1]
    parts = parts[:-1] if last_ends else parts
    read = []
    for number, part in enumerate(parts, start=1):
        if number == 1 and part.startswith(BOM):
            part = part[len(BOM) :]
        if b"\0" in part:
            raise Wrong(number)
        try:
            text = part.decode("utf-8")
        except UnicodeDecodeError:
            raise Wrong(number) from None
        ended = number < len(parts) or last_ends
        read.append(text[:-1] if ended and text.endswith("\r") else text)
    return read


def parallel(source: bytes, target: bytes) -> Texts:
    """Line N beside line N."""
    sides = lines(source), lines(target)
    if len(sides[0]) != len(sides[1]):
        raise Wrong(min(map(len, sides)) + 1)
    return [(number, *both) for number, both in enumerate(zip(*sides, strict=True), start=1)]


def tabs(content: bytes) -> Texts:
    """The first two columns between tabs; the first line is a head of two names or more."""
    rows = [(number, line.split("\t")) for number, line in enumerate(lines(content), 1) if line]
    return _table(rows)


def json_lines(content: bytes) -> Texts:
    """``source`` and ``target`` of every object."""
    read = []
    for number, line in enumerate(lines(content), start=1):
        if not line.strip():
            continue
        try:
            record = json.loads(line, object_pairs_hook=_once)
            texts = record["source"], record["target"]
        except (ValueError, TypeError, KeyError, RecursionError):
            raise Wrong(number) from None
        if not all(isinstance(text, str) and _writable(text) for text in texts):
            raise Wrong(number)
        read.append((number, *texts))
    return read


def quoted(content: bytes) -> Texts:
    """Comma-separated fields as RFC 4180 has them, character by character."""
    text = "".join(f"{line}\n" for line in lines(content))
    rows: list[tuple[int, list[str]]] = []
    fields, field, state, enclosed = [], "", "begin", False
    line = begin = 1
    for letter in text:
        line += letter == "\n"
        if state == "quoted":
            state = "closed" if letter == '"' else state
            field += "" if letter == '"' else letter
        elif letter == "\n":
            if fields or field or enclosed:
                rows.append((begin, [*fields, field]))
            fields, field, state, enclosed, begin = [], "", "begin", False, line
        elif letter == "\r":
            state = "return"
        elif state == "return":
            raise Wrong(begin)
        elif letter == '"' and state in ("begin", "closed"):
            field += '"' if state == "closed" else ""
            state, enclosed = "quoted", True
        elif letter == ",":
            fields, field, state = [*fields, field], "", "begin"
        elif state == "closed":
            raise Wrong(begin)
        else:
            field, state = field + letter, "plain"
    if state == "quoted":
        raise Wrong(begin)
    return _table(rows)


def _table(rows: list[tuple[int, list[str]]]) -> Texts:
    if not rows:
        return []
    names = [name.strip() for name in rows[0][1]]
    if names.count("source") != 1 or names.count("target") != 1:
        raise Wrong(rows[0][0])
    for number, fields in rows:
        if len(fields) != len(names):
            raise Wrong(number)
    places = names.index("source"), names.index("target")
    return [(number, *(fields[place] for place in places)) for number, fields in rows[1:]]


def _once(pairs: list) -> dict:
    if len({key for key, _ in pairs}) != len(pairs):
        raise ValueError
    return dict(pairs)


def _writable(text: str) -> bool:
    return "\0" not in text and not any("\ud800" <= letter <= "\udfff" for letter in text)
