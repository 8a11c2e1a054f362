"""A disk with no room left: which file met it, and what to say of it."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

REASONS = {
    errno.ENOSPC: "no space is left on the disk",
    errno.EFBIG: "a file may not grow so large here",
}
if hasattr(errno, "EDQUOT"):  # not on Windows
    REASONS[errno.EDQUOT] = "your share of the disk is used up"


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Have a full disk that the block meets tell of ``path``: a failed write knows no name."""
    try:
        yield
    except OSError as error:
        if error.errno not in REASONS or error.filename is not None:
            raise
        raise OSError(error.errno, error.strerror, str(path)) from error


def told(error: OSError) -> str | None:
    """Return the one line that tells of ``error``; None where it is no full disk."""
    if error.errno not in REASONS:
        return None
    place = f" for {error.filename}" if error.filename else ""
    return (
        f"stopped: {REASONS[error.errno]}{place}; nothing half-written was left; "
        "make room, and start the same command again"
    )
