"""Tensors and plain values written with torch.save, whole or not at all."""

from __future__ import annotations

from pathlib import Path
from typing import BinaryIO

import torch

from pipeline.atomic import written_whole


def save_tensors(path: Path, content: object) -> None:
    """Write ``content``; the same content gives the same bytes.

    Raises OSError where the disk is full; torch by itself raises what does not tell why. It also
    writes the name of a file that it opens itself into the file.
    """
    with written_whole(path) as beside, open(beside, "wb") as file:
        sink = _Sink(file)
        try:
            torch.save(content, sink)
        except RuntimeError:
            if sink.error is None:
                raise
        if sink.error is not None:
            raise sink.error


class _Sink:
    """A file that torch can write to, which keeps the error that it met."""

    def __init__(self, file: BinaryIO) -> None:
        self._file, self.error = file, None

    def write(self, data: bytes) -> int:
        if self.error is None:
            try:
                return self._file.write(data)
            except OSError as error:
                self.error = error
        return len(data)  # no sense in more errors

    def flush(self) -> None:
        if self.error is None:
            try:
                self._file.flush()
            except OSError as error:
                self.error = error
