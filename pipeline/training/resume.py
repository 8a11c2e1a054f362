"""Where a run can go on after an interruption: the state after the last finished epoch.

It lies outside every stage's outputs, which DVC deletes before a stage runs, holds plain values
and tensors only, and carries the fingerprint of what it was made with: a state made with other
settings, data or code is never continued.
"""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import torch
from torch import Tensor

from pipeline.tensor_file import save_tensors
from pipeline.training.fingerprint import differences
from pipeline.training.record import Record

FORMAT = 1


class Restored(NamedTuple):
    """What training goes on from."""

    model: dict[str, Tensor]
    optimizer: dict
    record: Record


class ResumeState:
    """The one file of a run's resume state, in a folder of its own."""

    def __init__(self, folder: Path, parts: dict[str, str], say: Callable[[str], None]) -> None:
        """``parts`` is the run's fingerprint; ``say`` tells the user what is continued."""
        self.file, self.parts, self._say = folder / "state.pt", parts, say

    def save(self, model: dict[str, Tensor], optimizer: dict, record: Record) -> None:
        """Write the state after an epoch, replacing the one before only when it is whole."""
        content = {"format": FORMAT, "parts": self.parts, "model": model}
        content |= {"optimizer": optimizer, "record": record.plain()}
        save_tensors(self.file, content)

    def load(self) -> Restored | None:
        """Return the state to go on from; None, saying why, where there is none that fits."""
        if not self.file.exists():
            return None
        try:
            content = torch.load(self.file, map_location="cpu", weights_only=True)
            if content["format"] != FORMAT:
                raise ValueError(f"format {content['format']}")
            restored = Restored(
                content["model"], content["optimizer"], Record.from_plain(content["record"])
            )
            changed = differences(content["parts"], self.parts)
        # Whatever is wrong with the file, the answer is to train anew.
        except Exception as error:
            self._say(f"starts afresh: {self.file} cannot be read ({type(error).__name__})")
            return None
        if changed:
            self._say(f"starts afresh: {', '.join(changed)} changed since the interrupted run")
            return None
        self._say(f"goes on after epoch {restored.record.epochs} of an interrupted run")
        return restored

    def clear(self) -> None:
        """Remove the state, and the folders that it leaves empty."""
        shutil.rmtree(self.file.parent, ignore_errors=True)
        with contextlib.suppress(OSError):  # other seeds of the system may have theirs there
            self.file.parent.parent.rmdir()
