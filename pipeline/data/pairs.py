"""A pair of sentences as it comes from a source, and the file that holds a whole corpus of them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from pipeline.atomic import written_whole
from pipeline.refusal import Refusal

PAIRS_FILE = "pairs.jsonl"
PROVENANCE_FILE = "provenance.json"


class Pair(NamedTuple):
    """One sentence in both languages.

    ``group`` names what is held out as a whole (a chapter). ``alignment`` holds the right word
    links (source word, target word), counted from 0, where the source of the corpus knows them;
    words are then separated by spaces in both texts. It is None where nobody knows.
    """

    id: str
    group: str
    source: str
    target: str
    alignment: tuple[tuple[int, int], ...] | None = None


def write_pairs(path: Path, pairs: Iterable[Pair]) -> None:
    """Write one JSON object per line, in the corpus's order."""
    with written_whole(path) as beside, open(beside, "w", encoding="utf-8", newline="\n") as file:
        for pair in pairs:
            file.write(json.dumps(pair._asdict(), ensure_ascii=False) + "\n")


def read_pairs(path: Path) -> Sequence[Pair]:
    """Read what :func:`write_pairs` wrote; refuse a missing file or a line that is no pair."""
    pairs = []
    for number, line in enumerate(_text_of(path).split("\n"), start=1):
        if not line:
            continue
        try:
            fields = json.loads(line)
            links = fields["alignment"]
            links = None if links is None else tuple((int(s), int(t)) for s, t in links)
            pairs.append(Pair(*(str(fields[name]) for name in Pair._fields[:4]), links))
        except (ValueError, TypeError, KeyError) as fault:
            raise Refusal(
                f"{path}, line {number}: not a pair (an object with the keys "
                f"{', '.join(Pair._fields)}): {fault}. Run the download stage again."
            ) from None
    return pairs


def read_provenance(path: Path) -> dict:
    """Read provenance.json; refuse a missing or broken file."""
    try:
        return json.loads(_text_of(path))
    except ValueError as fault:
        raise Refusal(f"{path}: not JSON ({fault}). Run the download stage again.") from None


def _text_of(path: Path) -> str:
    try:
        return Path(path).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise Refusal(
            f"{path} is missing: the download stage writes it (run `dvc repro download`)."
        ) from None
