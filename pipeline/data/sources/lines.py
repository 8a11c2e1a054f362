"""The lines of a text file, plain or gzip, each decoded and checked: what is no text is refused.

A line ends with the byte ``\\n`` alone. Python's own idea of a line ends at a form feed, U+0085 or
U+2028 too, which would shift one file against the other.
"""

from __future__ import annotations

import codecs
import gzip
import io
import zlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from pipeline.refusal import Refusal

LONGEST_LINE = 64_000_000
"""Bytes: bounds what a damaged file, or a few bytes of gzip, can fill the memory with."""

_GZIP = b"\x1f\x8b"
_PACKED = {
    b"BZh": "bzip2 (`bzip2 -d`)",
    b"\xfd7zXZ": "xz (`xz -d`)",
    b"\x28\xb5\x2f\xfd": "zstd (`zstd -d`)",
    b"PK\x03\x04": "zip (`unzip`)",
    b"PAR1": "Parquet (corpus.source: hub reads it)",
}
_WIDE = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_BE)


def read_lines(path: Path, found: Counter[str]) -> Iterator[str]:
    """Yield each line of ``path`` with its ``\\n``, which only the last may lack.

    ``\\r\\n`` becomes ``\\n``, a byte order mark goes; both are counted in ``found``. Refuses a
    file that is missing, empty or packed in another way, and with the number of the line: what is
    not UTF-8, NUL, a line above LONGEST_LINE.
    """
    with _opened(path) as file:
        number = 0
        try:
            while line := file.readline(LONGEST_LINE + 1):
                number += 1
                yield _decoded(line, path, number, found)
        except (OSError, EOFError, zlib.error) as fault:
            raise Refusal(
                f"{path}: cannot be read after line {number:,} ({fault}). If it is gzip, it is "
                "damaged or cut off: fetch it anew (`gzip -t` tests a file)."
            ) from None
    if not number:
        raise Refusal(f"{path}: is empty. Name another file under corpus.files, or fill this one.")


def _opened(path: Path) -> BinaryIO:
    try:
        file = open(path, "rb")  # noqa: SIM115 - closed by whoever reads it
    except OSError as fault:
        raise Refusal(
            f"{path}: cannot be opened ({fault.strerror}). Names under corpus.files are relative "
            "to corpus.folder."
        ) from None
    begin = file.read(6)
    file.seek(0)
    if begin.startswith(_GZIP):
        return io.BufferedReader(gzip.GzipFile(fileobj=file, mode="rb"), 1 << 20)
    for magic, kind in _PACKED.items():
        if begin.startswith(magic):
            file.close()
            raise Refusal(f"{path}: is {kind}; allowed: plain text or gzip. Unpack it first.")
    return file


def _decoded(line: bytes, path: Path, number: int, found: Counter[str]) -> str:
    where = f"{path}, line {number:,}"
    if len(line) > LONGEST_LINE:
        raise Refusal(
            f"{where}: has over {LONGEST_LINE:,} bytes. No sentence is that long: the file has "
            "lost its line ends, or is none of text."
        )
    if number == 1:
        line = _without_mark(line, path, found)
    if b"\0" in line:
        raise Refusal(
            f"{where}: has a NUL byte, which no text has. If the file is UTF-16, write it as UTF-8 "
            f"(`iconv -f UTF-16 -t UTF-8`); if not, remove it (`tr -d '\\0'`)."
        )
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError as fault:
        raise Refusal(
            f"{where}, byte {fault.start + 1}: is not UTF-8 ({fault.reason}). Write the file as "
            "UTF-8 (`iconv -f LATIN1 -t UTF-8`, with the encoding that it has), or mend the line."
        ) from None
    if text.endswith("\r\n"):
        found["line ends \\r\\n"] += 1
        text = text[:-2] + "\n"
    elif number == 1 and "\r" in text and not text.endswith("\n"):
        raise Refusal(
            f"{where}: has no line end but \\r, as of old Macs. Write them as \\n "
            "(`tr '\\r' '\\n'`)."
        )
    return text


def _without_mark(line: bytes, path: Path, found: Counter[str]) -> bytes:
    if line.startswith(_WIDE):
        raise Refusal(
            f"{path}, line 1: is UTF-16 or UTF-32, not UTF-8. Write the file as UTF-8 "
            "(`iconv -f UTF-16 -t UTF-8`)."
        )
    if line.startswith(codecs.BOM_UTF8):
        found["byte order marks"] += 1
        return line[len(codecs.BOM_UTF8) :]
    return line
