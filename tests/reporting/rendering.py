"""Building a report in a workspace by the stage itself."""

from __future__ import annotations

import os
import runpy
from pathlib import Path

STAGE = Path(__file__).parents[2] / "stages" / "report.py"


def render(workspace: Path) -> Path:
    """Run the report stage in ``workspace``; return the report's folder."""
    before = Path.cwd()
    os.chdir(workspace)
    try:
        runpy.run_path(str(STAGE))["main"]()
    finally:
        os.chdir(before)
    return workspace / "reports"


def files_below(folder: Path) -> dict[str, bytes]:
    """Every file below ``folder`` by its relative path."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
