"""Running a stage's script as DVC does, in this process: for tests all over the tree."""

from __future__ import annotations

import os
import runpy
import sys
from pathlib import Path

STAGES = Path(__file__).parents[1] / "stages"


def run_stage(name: str, *arguments: str, workspace: Path | None = None) -> None:
    """Run ``stages/NAME.py ARGUMENTS`` in ``workspace``, or where the test is."""
    words, folder = sys.argv, Path.cwd()
    sys.argv = [f"stages/{name}.py", *arguments]
    os.chdir(workspace or folder)
    try:
        runpy.run_path(str(STAGES / f"{name}.py"), run_name="__main__")
    finally:
        os.chdir(folder)
        sys.argv = words
