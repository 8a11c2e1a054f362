"""The source ``files``: a user's own parallel text, in two text files or one with two columns."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from pipeline.config.corpus import CORPUS_SPLITS, Corpus, format_of
from pipeline.data.pairs import Pair
from pipeline.data.sources.column_file import read_columns
from pipeline.data.sources.findings import Findings
from pipeline.data.sources.own import gathered
from pipeline.data.sources.parallel_text import Row, read_parallel

UNKNOWN_LICENCE = "not known here: files of the user's own"


def read(corpus: Corpus, workspace: Path = Path()) -> tuple[Iterator[Pair], dict]:
    """Return the pairs of the files that ``corpus.files`` names, and their provenance.

    The pairs are read one by one, and the provenance is whole once they were gone through. Refuses
    with file, line and what to do: see :mod:`~pipeline.data.sources.lines`, ``parallel_text`` and
    ``column_file``.
    """
    findings = Findings()
    folder = workspace / corpus.folder
    named = {split: names for split in CORPUS_SPLITS if (names := getattr(corpus.files, split))}
    parts = (
        (split, _rows([folder / name for name in names], corpus, findings.counts))
        for split, names in named.items()
    )
    texts = {
        side: {
            "title": ", ".join(names[place if len(names) == 2 else 0] for names in named.values()),
            "licence": UNKNOWN_LICENCE,
        }
        for place, side in enumerate(("source", "target"))
    }
    return gathered(
        corpus,
        parts,
        findings,
        texts,
        lambda: {"files": [_told(folder, name) for names in named.values() for name in names]},
    )


def _rows(paths: list[Path], corpus: Corpus, found: Counter[str]) -> Iterator[Row]:
    kind = corpus.files.format
    if kind == "auto":
        kind = format_of(paths[0].name)
    if kind == "text":
        return read_parallel(paths[0], paths[1], found)
    return read_columns(paths[0], kind, corpus.files, found)


def _told(folder: Path, name: str) -> dict:
    with open(folder / name, "rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
        return {"name": name, "bytes": file.tell(), "sha256": digest}
