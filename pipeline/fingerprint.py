"""Fingerprints: what an outcome depends on, as short texts to compare (part -> text).

A stage that goes on after an interruption keeps the fingerprint of what it was started with, and
never takes up what was made with another.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path

import pipeline


def differences(before: dict[str, str], after: dict[str, str]) -> list[str]:
    """Return the names of the parts that are not the same, sorted."""
    names = before.keys() | after.keys()
    return sorted(name for name in names if before.get(name) != after.get(name))


def digest_of_library(patterns: Iterable[str]) -> str:
    """Return a digest of the library's files that ``patterns`` name, relative to its folder."""
    top = Path(pipeline.__file__).parent
    digest = hashlib.sha256()
    for path in sorted({path for pattern in patterns for path in top.glob(pattern)}):
        digest.update(f"{path.relative_to(top).as_posix()} {digest_of_file(path)}\n".encode())
    return digest.hexdigest()


def digest_of_file(path: Path) -> str:
    """Return a digest of the bytes of a file. Raises FileNotFoundError."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
