"""Files that are either whole or absent: written beside, synced, then renamed into place."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from glob import escape
from pathlib import Path

from pipeline.full_disk import naming


@contextmanager
def written_whole(path: str | Path) -> Iterator[Path]:
    """Yield a path beside ``path`` to write to; on success it replaces ``path``, else it vanishes.

    The file is synced before the rename, and the folder after it, so that not even a power cut
    leaves a half-written file under the final name. Parent folders are made. An OSError of a full
    disk names ``path``.
    """
    path = Path(path)
    with naming(path):
        beside = name_beside(path)
        try:
            yield beside
            with open(beside, "rb") as file:
                os.fsync(file.fileno())
            os.replace(beside, path)
            _sync_folder(path.parent)
        finally:
            beside.unlink(missing_ok=True)


def name_beside(path: Path) -> Path:
    """Return the name that ``path`` has until it is whole, in its folder, which is made.

    What killed processes left under such names is removed.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    for left in path.parent.glob(f".{escape(path.stem)}.*.part{escape(path.suffix)}"):
        process = left.name.removesuffix(f".part{path.suffix}").rpartition(".")[2]
        if process.isdecimal() and _is_gone(int(process)):
            left.unlink(missing_ok=True)
    # The suffix stays last: libraries such as matplotlib choose the format by it.
    return path.with_name(f".{path.stem}.{os.getpid()}.part{path.suffix}")


def _is_gone(process: int) -> bool:
    if os.name != "posix":  # other systems have no signal that only asks
        return False
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    except OSError:  # another user's
        return False
    return False


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
