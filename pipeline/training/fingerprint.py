"""What a run depends on, as short texts to compare: settings, data, code, machine."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import torch

from pipeline.config.system import System
from pipeline.config.training import Training
from pipeline.fingerprint import differences as differences
from pipeline.fingerprint import digest_of_file, digest_of_library
from pipeline.refusal import Refusal

CODE = (
    "config/section.py",
    "config/system.py",
    "config/training.py",
    "data/batch.py",
    "data/corpus.py",
    "data/module.py",
    "data/plan.py",
    "data/ragged.py",
    "data/selection.py",
    "data/share.py",
    "data/vocabulary.py",
    "model/*.py",
    "training/*.py",
)
"""The files of the library that decide what weights come out."""


def fingerprint(
    system: System, training: Training, seed: int, files: Iterable[Path]
) -> dict[str, str]:
    """Return what the outcome of a run depends on: part -> text that changes with the part.

    No path outside the workspace and no time is in it: a run continues after its folder moved.
    Raises Refusal where one of ``files`` is missing.
    """
    on_cpu = training.accelerator == "cpu"
    parts = {
        "the system's settings": system.model_dump_json(),
        "section training": training.model_dump_json(),
        "the seed": str(seed),
        "the code": digest_of_code(),
        "PyTorch's version": str(torch.__version__),
        "the number of threads": str(torch.get_num_threads()),
        "the accelerator": "cpu" if on_cpu else str(torch.accelerator.current_accelerator(True)),
    }
    return parts | {f"data file {path.name}": _digest(path) for path in files}


def digest_of_code() -> str:
    """Return a digest of the code in :data:`CODE`."""
    return digest_of_library(CODE)


def _digest(path: Path) -> str:
    try:
        return digest_of_file(path)
    except FileNotFoundError:
        raise Refusal(f"{path}: missing; it comes from the stage tokenize") from None
