"""What a translation depends on, as short texts to compare: settings, model, data, code."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import torch

from pipeline.config.decoding import Decoding
from pipeline.fingerprint import digest_of_file, digest_of_library

CODE = (
    "config/decoding.py",
    "data/batch.py",
    "data/corpus.py",
    "data/quotation.py",
    "data/ragged.py",
    "data/vocabulary.py",
    "decoding/*.py",
    "model/*.py",
    "training/checkpoint.py",
)
"""The files of the library that decide what a search or a teacher-forced score gives."""


def fingerprint(settings: Decoding, files: Iterable[Path]) -> dict[str, str]:
    """Return what the outcome depends on: part -> text that changes with the part.

    ``files`` are the model and the data. No path outside the workspace and no time is in it: a
    translation continues after its folder moved.
    """
    parts = {
        # Whether UNK is replaced is asked only where scores are made.
        "section decoding": settings.model_dump_json(exclude={"replace_unknown"}),
        "the code": digest_of_library(CODE),
        "PyTorch's version": str(torch.__version__),
    }
    return parts | {f"file {path.name}": digest_of_file(path) for path in files}
