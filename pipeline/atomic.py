"""Files that are either whole or absent: written beside, synced, then renamed into place."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def written_whole(path: str | Path) -> Iterator[Path]:
    """Yield a path beside ``path`` to write to; on success it replaces ``path``, else it vanishes.

    The file is synced before the rename, and the folder after it, so that not even a power cut
    leaves a half-written file under the final name. Parent folders are made.
    """
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    # The suffix stays last: libraries such as matplotlib choose the format by it.
    beside = path.with_name(f".{path.stem}.{os.getpid()}.part{path.suffix}")
    try:
        yield beside
        with open(beside, "rb") as file:
            os.fsync(file.fileno())
        os.replace(beside, path)
        _sync_folder(path.parent)
    finally:
        beside.unlink(missing_ok=True)


def write_text(path: str | Path, text: str) -> None:
    """Write ``text`` as UTF-8 with Unix line ends, whole or not at all."""
    with written_whole(path) as beside:
        beside.write_text(text, encoding="utf-8", newline="\n")


def _sync_folder(folder: Path) -> None:
    if os.name != "posix":  # other systems cannot open a folder to sync it
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
