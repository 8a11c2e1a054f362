"""A folder rebuilt whole: made apart within the old one, then moved in file by file.

Within it, and not beside it: the folder above may be read-only, and a report's folder that is a
link or a mount lies on another disk, to which no file can be moved at one stroke.

The report's folder may hold other reports in folders of its own (``reports/three-seeds``), and
those are none of our business: only the files and folders that a report consists of are touched.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pipeline.config.folders import OF_A_REPORT
from pipeline.refusal import Refusal

APART = ".report.part"
"""Where a new report is built, until it is whole."""

_LAST = ("report.md", "report.html")
"""Moved in last: they speak of the figures and tables, which are then there already."""


@contextmanager
def rebuilt(folder: Path) -> Iterator[Path]:
    """Yield an empty folder to build in; on success its files replace those of ``folder``.

    Where the building fails, ``folder`` stays as it was. Raises Refusal where ``folder`` would
    mix a report with the workspace's own files.
    """
    check_folder(folder)
    apart = folder / APART
    shutil.rmtree(apart, ignore_errors=True)  # of a run that was killed
    apart.mkdir(parents=True)
    try:
        yield apart
        _move_in(apart, folder)
    finally:
        shutil.rmtree(apart, ignore_errors=True)


def check_folder(folder: Path) -> None:
    """Raise Refusal where ``folder`` would mix a report's files with the workspace's own."""
    if Path.cwd().resolve().is_relative_to(folder.resolve()):
        raise Refusal(
            f"report.folder is {str(folder)!r}: a report needs a folder of its own in the "
            "workspace, such as reports or reports/three-seeds"
        )


def _move_in(new: Path, old: Path) -> None:
    files = sorted(path.relative_to(new) for path in new.rglob("*") if path.is_file())
    for file in sorted(files, key=lambda file: (str(file) in _LAST, str(file))):
        (old / file).parent.mkdir(parents=True, exist_ok=True)
        os.replace(new / file, old / file)
    kept = set(files)
    for name in OF_A_REPORT:
        for path in sorted((old / name).rglob("*"), reverse=True):
            if path.is_dir() and not path.is_symlink():
                if not any(path.iterdir()):
                    path.rmdir()
            elif path.relative_to(old) not in kept:
                path.unlink()
