"""The outputs of a training run, written so that a run which did not end well leaves none."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

from torch import nn

from pipeline.atomic import write_text
from pipeline.config.system import System
from pipeline.training.checkpoint import save_model
from pipeline.training.history import epochs_csv
from pipeline.training.record import Record

MODEL = "model.pt"
SUMMARY = "summary.json"
EPOCHS = "epochs.csv"


def clear_outputs(folder: Path, timings: Path) -> None:
    """Remove what an earlier run left, so that it cannot be taken for this run's."""
    shutil.rmtree(folder, ignore_errors=True)
    timings.unlink(missing_ok=True)


def write_outputs(
    folder: Path,
    model: nn.Module,
    system: System,
    vocabularies: tuple[int, int],
    record: Record,
    summary: dict[str, Any],
) -> None:
    """Write epochs.csv, summary.json and last, as the seal of a whole folder, model.pt.

    ``vocabularies`` are the sizes of source and target, special symbols counted.
    """
    write_text(folder / EPOCHS, epochs_csv(record.rows))
    write_json(folder / SUMMARY, summary)
    save_model(folder / MODEL, model, system, *vocabularies)


def write_json(path: Path, content: dict[str, Any]) -> None:
    """Write ``content`` as indented JSON, keys in their own order."""
    write_text(path, json.dumps(content, indent=2, ensure_ascii=False, allow_nan=False) + "\n")
