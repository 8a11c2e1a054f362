"""Targets: the readers of a user's own files, with two columns each or one for each side."""

from __future__ import annotations

import csv
import gzip
import io
import json
from collections.abc import Callable
from functools import cache
from random import Random

from data.sources.corpora import read, write
from data.sources.fuzz import oracles
from data.sources.fuzz.judging import judge
from data.sources.fuzz.mutations import mutated

WORDS = (
    "Haus", "house", "", " ", "a b", 'say "x"', "a,b", "tab\tbed", "two\nlines", "שלום", "日本",
    "می\u200cروم", "क्\u200dष", "u\u0308", "\u2028", "\x85", "\r", "é" * 50, "\ufeff", "{}", "12",
    "2012-01-01 00:00:00", "1e5", "null", "true", "x" * 300,
)  # fmt: skip
Rows = list[tuple[str, str]]


def text_files(random: Random) -> None:
    """Two text files: line N beside line N."""
    rows = _rows(random, "\n")
    contents = ["".join(f"{row[side]}\n" for row in rows).encode() for side in (0, 1)]
    if random.random() < 0.3:
        contents[1] = contents[1].removesuffix(b"\n")
    touched = [_touched(content, random) for content in contents]
    _judge(["f.de", "f.en"], touched, oracles.parallel, contents)


def tsv(random: Random) -> None:
    """Tabs between columns, quotation marks being text."""
    rows = [("source", "target"), *_rows(random, "\n\t")]
    content = "".join(f"{one}\t{other}\n" for one, other in rows).encode()
    _judge(["f.tsv"], [_touched(content, random)], oracles.tabs, [content])


def csv_file(random: Random) -> None:
    """Commas, with fields enclosed where they must be, or all of them."""
    written = io.StringIO()
    quoting = random.choice((csv.QUOTE_MINIMAL, csv.QUOTE_ALL))
    writer = csv.writer(written, quoting=quoting, lineterminator=random.choice(("\n", "\r\n")))
    writer.writerows([("source", "target"), *_rows(random, "\r")])
    content = written.getvalue().encode()
    _judge(["f.csv"], [_touched(content, random)], oracles.quoted, [content])


def json_lines(random: Random) -> None:
    """An object a line."""
    ascii_only = random.random() < 0.5
    rows = [{"source": one, "id": 1, "target": other} for one, other in _rows(random, "")]
    content = "".join(json.dumps(row, ensure_ascii=ascii_only) + "\n" for row in rows).encode()
    _judge(["f.jsonl"], [_touched(content, random)], oracles.json_lines, [content])


def bombs(random: Random) -> None:
    """Few bytes that become many: none may fill the memory."""
    kind, name = random.choice((("text", "f.de"), ("csv", "f.csv"), ("jsonl", "f.jsonl")))
    begin = random.choice((b"", b'"', b"[", b'{"source": "', b"a\nb\n"))
    names = [write(name, _bomb(begin)), write("f.en", b"a\n" * 9)][: 2 if kind == "text" else 1]

    def expected() -> None:
        raise oracles.Wrong

    judge(lambda: read("files", train=names).texts, expected, names, untouched=False, by_line=True)


@cache
def _bomb(begin: bytes) -> bytes:
    return gzip.compress(begin + b"9" * 200_000_000, compresslevel=1)


def _rows(random: Random, without: str) -> Rows:
    """One to twelve pairs of texts that have none of the letters ``without`` in them."""
    words = [word for word in WORDS if not set(word) & set(without)]
    count = random.randrange(1, 13)
    rows = [(random.choice(words), random.choice(words)) for _ in range(count)]
    # A mark at the beginning of a file is one of byte order, and no text.
    return [("Anfang", "begin"), *rows]


def _touched(content: bytes, random: Random) -> bytes:
    """Mutated before it is packed, after it, or not at all; often not packed."""
    kind = random.choice(("plain", "plain", "plain", "before", "after", "members", "untouched"))
    if kind == "untouched":
        return content
    if kind == "after":
        return mutated(gzip.compress(content, mtime=0), random)
    content = mutated(content, random)
    if kind == "plain":
        return content
    place = random.randrange(len(content) + 1) if kind == "members" else len(content)
    return gzip.compress(content[:place]) + gzip.compress(content[place:])


def _judge(
    names: list[str],
    contents: list[bytes],
    oracle: Callable[..., oracles.Texts],
    untouched: list[bytes],
) -> None:
    for name, content in zip(names, contents, strict=True):
        write(name, content)

    def got() -> oracles.Texts:
        found = read("files", train=names)
        assert found.provenance["counts"]["pairs"] == len(found.pairs)
        lines = (int(pair.id.removeprefix("train:")) for pair in found.pairs)
        return [(line, *texts) for line, texts in zip(lines, found.texts, strict=True)]

    judge(
        got,
        lambda: oracle(*contents),
        names,
        untouched=contents == untouched,
        by_line=True,
    )
