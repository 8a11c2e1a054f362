"""Where stages leave their outputs: every path that two stages share, relative to the workspace.

A workspace is the folder that holds params.yaml and dvc.yaml; stages run in it.
"""

from __future__ import annotations

from pathlib import Path

SETTINGS_CHECKED = Path("data/settings_checked.txt")
RAW = Path("data/raw")
TOKENS = Path("data/tokens")
TRAIN = Path("runs/train")
TRANSLATE = Path("runs/translate")
ALIGN = Path("runs/align")
EVALUATE = Path("runs/evaluate")
TIMINGS = Path("runs/timings")
RESUME = Path("runs/resume")
"""Resume state lives outside every stage's outputs, which DVC deletes before a stage runs."""


def run_folder(stage: Path, system: str, seed: int) -> Path:
    """The folder of one run (a system trained with a seed) under one stage's folder."""
    return stage / system / str(seed)
