"""Building a report in a workspace by the stage itself."""

from __future__ import annotations

import csv
from pathlib import Path

from running import run_stage


def render(workspace: Path) -> Path:
    """Run the report stage in ``workspace``; return the report's folder."""
    run_stage("report", workspace=workspace)
    return workspace / "reports"


def files_below(folder: Path) -> dict[str, bytes]:
    """Every file below ``folder`` by its relative path."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def table(workspace: Path, name: str) -> list[dict[str, str]]:
    """The rows of a filed table, by column."""
    path = workspace / "reports" / "tables" / f"{name}.csv"
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def document(workspace: Path, name: str) -> str:
    """The text of a document of the report."""
    return (workspace / "reports" / name).read_text(encoding="utf-8")
