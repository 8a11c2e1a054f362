"""Folders listed backwards: what depends on the order in which a disk names its files shows."""

import os
from collections.abc import Iterator

_listdir, _scandir = os.listdir, os.scandir


def listdir(path=".") -> list:
    """What ``os.listdir`` gives, last name first."""
    return sorted(_listdir(path), reverse=True)


class Scandir:
    """What ``os.scandir`` gives, last name first."""

    def __init__(self, path=".") -> None:
        with _scandir(path) as entries:
            self._entries = iter(sorted(entries, key=lambda entry: entry.name, reverse=True))

    def __iter__(self) -> Iterator[os.DirEntry]:
        return self

    def __next__(self) -> os.DirEntry:
        return next(self._entries)

    def __enter__(self) -> "Scandir":
        return self

    def __exit__(self, *_) -> None:
        pass

    def close(self) -> None:
        """Nothing is open."""


os.listdir, os.scandir = listdir, Scandir
