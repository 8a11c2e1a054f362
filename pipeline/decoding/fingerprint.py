"""What a translation depends on, as short texts to compare: settings, model, data, code."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path

import torch

import pipeline
from pipeline.config.decoding import Decoding

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
        "the code": digest_of_code(),
        "PyTorch's version": str(torch.__version__),
    }
    return parts | {f"file {path.name}": _digest(path) for path in files}


def differences(before: dict[str, str], after: dict[str, str]) -> list[str]:
    """Return the names of the parts that are not the same, sorted."""
    names = before.keys() | after.keys()
    return sorted(name for name in names if before.get(name) != after.get(name))


def digest_of_code() -> str:
    """Return a digest of the code in :data:`CODE`."""
    top = Path(pipeline.__file__).parent
    digest = hashlib.sha256()
    for path in sorted({path for pattern in CODE for path in top.glob(pattern)}):
        digest.update(f"{path.relative_to(top).as_posix()} {_digest(path)}\n".encode())
    return digest.hexdigest()


def _digest(path: Path) -> str:
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
