"""The tokenized corpus on disk: three splits as Arrow files, read by memory map, and vocabularies.

Columns of a split: ``id``, ``group``; ``source_text``, ``target_text`` (cleaned text; references
are the latter); ``source_words``, ``target_words`` (Moses words, in which alignments are shown);
``source_ids``, ``target_ids`` (ending in EOS); ``source_word_of``, ``target_word_of`` (for every
id its word's number, for EOS the count of words); ``alignment`` (right links where known, else
empty); ``has_unknown`` (an UNK on either side).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from pipeline.data.vocabulary import Vocabularies, Vocabulary
from pipeline.refusal import Refusal

SPLITS = ("train", "validation", "test")
VOCABULARY_FILE = "vocabulary.json"
STATISTICS_FILE = "statistics.json"


def load_split(folder: Path, name: str):
    """Return one split (train, validation, test) as a memory-mapped ``datasets.Dataset``.

    Refuses a missing or broken file.
    """
    if name not in SPLITS:
        raise ValueError(f"no split {name!r}; there are {', '.join(SPLITS)}")
    import pyarrow
    from datasets import Dataset

    path = _present(Path(folder) / f"{name}.arrow")
    try:
        return Dataset.from_file(str(path))
    except (pyarrow.ArrowException, OSError) as fault:
        raise Refusal(f"{path} is broken ({fault}): run the tokenize stage again.") from None


def read_batches(folder: Path, name: str) -> Iterator:
    """Yield one split's rows, a ``pyarrow.RecordBatch`` at a time.

    For going through a whole split: a memory map would count all of it as resident.
    """
    import pyarrow

    with (
        pyarrow.OSFile(str(_present(Path(folder) / f"{name}.arrow"))) as file,
        pyarrow.ipc.open_stream(file) as batches,
    ):
        yield from batches


def load_vocabularies(folder: Path) -> Vocabularies:
    """Read vocabulary.json; refuse a missing or broken file."""
    path = _present(Path(folder) / VOCABULARY_FILE)
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        return Vocabularies(
            content["kind"],
            Vocabulary(content["source"]),
            Vocabulary(content["target"]),
            content["source_language"],
            content["target_language"],
        )
    except (ValueError, KeyError, TypeError) as fault:
        raise Refusal(f"{path} is broken ({fault}): run the tokenize stage again.") from None


def _present(path: Path) -> Path:
    if not path.is_file():
        raise Refusal(
            f"{path} is missing: the tokenize stage writes it (run `dvc repro tokenize`)."
        )
    return path
