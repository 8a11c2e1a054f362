"""Two text files, sentence by sentence: line N of one translates line N of the other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path

from pipeline.data.sources.lines import read_lines
from pipeline.plural import so_many
from pipeline.refusal import Refusal

Row = tuple[int, str, str]
"""Line (from 1) of the file, source, target."""


def read_parallel(source: Path, target: Path, found: Counter[str]) -> Iterator[Row]:
    """Yield every line of both files; an empty line stays a pair, so that nothing shifts.

    Refuses files of unlike numbers of lines, once the longer one is read to its end.
    """
    sides = read_lines(source, found), read_lines(target, found)
    for number, (one, other) in enumerate(zip_longest(*sides), start=1):
        if one is None or other is None:
            rest = sum(1 for _ in (sides[0] if other is None else sides[1]))
            _refuse_lengths(source, target, number - 1, one is None, rest + 1)
        yield number, one.removesuffix("\n"), other.removesuffix("\n")


def _refuse_lengths(source: Path, target: Path, shared: int, source_short: bool, rest: int) -> None:
    counts = (shared, shared + rest) if source_short else (shared + rest, shared)
    raise Refusal(
        f"{source} has {so_many(counts[0], 'line')}, {target} has {counts[1]:,}: line "
        f"{shared + 1:,} has no translation, and somewhere before it one file may have lost or "
        "gained a line. Lines end with \\n alone. Compare both files from the beginning (`paste`), "
        "mend the one that shifts, and run again; nothing was taken over."
    )
