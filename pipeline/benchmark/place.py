"""Where a benchmark is kept: its file, and the folders in which one is looked for."""

from __future__ import annotations

from pathlib import Path

from pipeline.plural import so_many

FILE = "benchmark.json"
DEFAULT_FOLDER = Path("reports")
"""Where the default experiment's lies; others take it where their settings are the same."""


def kept(report_folder: Path) -> list[Path]:
    """The benchmarks that there are, the report's own first."""
    folders = dict.fromkeys((report_folder, DEFAULT_FOLDER))
    return [folder / FILE for folder in folders if (folder / FILE).is_file()]


def where(found: dict) -> str:
    """On which machine, with which code and when a benchmark was made; what it tells of that."""
    machine = found.get("machine") or {}
    device = machine.get("processor") or machine.get("device") or "a machine that it does not tell"
    threads, code = machine.get("threads"), found.get("code") or {}
    parts = [device]
    if threads is not None:
        parts.append(so_many(threads, "thread"))
    if code.get("commit"):
        changed = " with changes" if code.get("changed") else ""
        parts.append(f"commit {code['commit'][:7]}{changed}")
    parts += [found["date"]] if found.get("date") else []
    return ", ".join(parts)
