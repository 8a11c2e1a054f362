"""Where a translation can go on after an interruption: the batches of sentences that are finished.

They lie outside every stage's outputs, which DVC deletes before a stage runs, one file a batch, in
a folder that carries the fingerprint of what they were made with: batches made with other settings,
data or code are never used. Files hold plain values and tensors only.

A batch's result depends on its sentences alone and is kept bit by bit, so that an interrupted run
ends with the bytes of one that was not.
"""

from __future__ import annotations

import contextlib
import json
import shutil
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from time import perf_counter
from typing import Generic, TypeVar

import torch

from pipeline.atomic import write_text
from pipeline.decoding.side_by_side import side_by_side
from pipeline.fingerprint import differences
from pipeline.layout import RESUME
from pipeline.tensor_file import save_tensors

Result = TypeVar("Result")

TRANSLATIONS = RESUME / "stage_translate"
"""Of no run of training, whose folders here are named like systems: none has an underscore."""


class FinishedBatches(Generic[Result]):
    """The finished batches of one pass over the sentences, numbered from 0 in the pass's order."""

    def __init__(
        self,
        folder: Path,
        plain: Callable[[Result], tuple],
        whole: Callable[..., Result],
        say: Callable[[str], None],
    ) -> None:
        """``plain`` turns a result into plain values and tensors, ``whole(*values)`` back."""
        self._folder, self._plain, self._whole, self._say = folder, plain, whole, say
        self.seconds = 0.0
        """What the finished batches took, those of interrupted runs counted."""

    def load(self, batches: Sequence[Sequence[int]]) -> dict[int, list[tuple[int, Result]]]:
        """Return the rows and results of every batch that was finished, by its number.

        ``batches`` are the rows of each. A file that is broken counts as none, and that is said.
        """
        self.seconds, found = 0.0, {}
        for number, rows in enumerate(batches):
            path = self._file(number)
            if not path.exists():
                continue
            try:
                content = torch.load(path, map_location="cpu", weights_only=True)
                if content["rows"] != list(rows):
                    raise ValueError("other sentences")
                results = [self._whole(*values) for values in content["results"]]
                found[number] = list(zip(rows, results, strict=True))
                self.seconds += float(content["seconds"])
            # Whatever is wrong with the file, the answer is to do that batch again.
            except Exception as error:
                self._say(f"{path} cannot be read ({type(error).__name__}): that batch once more")
        return found

    def work(
        self,
        work: Callable[[list[int]], list[tuple[int, Result]]],
        batches: Sequence[list[int]],
        finished: dict[int, list[tuple[int, Result]]],
    ) -> Iterator[list[tuple[int, Result]]]:
        """Yield ``work`` of each of ``batches`` that is not ``finished``, kept before it is given.

        Batches are worked on side by side; see :func:`side_by_side`.
        """
        open_numbers = [number for number in range(len(batches)) if number not in finished]
        results = side_by_side(work, [batches[number] for number in open_numbers])
        since = perf_counter()
        for number, result in zip(open_numbers, results, strict=True):
            now = perf_counter()
            self._save(number, result, now - since)
            self.seconds += now - since
            since = now
            yield result

    def _save(self, number: int, results: list[tuple[int, Result]], seconds: float) -> None:
        content = {
            "rows": [row for row, _ in results],
            "results": [self._plain(result) for _, result in results],
            "seconds": seconds,
        }
        save_tensors(self._file(number), content)

    def _file(self, number: int) -> Path:
        return self._folder / f"{number:06}.pt"


class ResumeState:
    """The finished batches of one run of a stage, in a folder of its own."""

    def __init__(self, folder: Path, parts: dict[str, str], say: Callable[[str], None]) -> None:
        """Open it, removing what was made with another fingerprint than ``parts``; say so."""
        self._folder, self.parts, self._say = folder, parts, say
        key = folder / "fingerprint.json"
        if folder.exists():
            try:
                changed = differences(json.loads(key.read_text("utf-8")), parts)
                reason = f"{', '.join(changed)} changed since the interrupted run"
            except (OSError, ValueError, AttributeError) as error:
                changed, reason = True, f"{key} cannot be read ({type(error).__name__})"
            if not changed:
                return
            say(f"starts afresh: {reason}")
            shutil.rmtree(folder)
        write_text(key, json.dumps(parts, indent=2) + "\n")

    def batches(
        self, name: str, plain: Callable[[Result], tuple], whole: Callable[..., Result]
    ) -> FinishedBatches[Result]:
        """Return the finished batches of the pass ``name``; see :class:`FinishedBatches`."""
        return FinishedBatches(self._folder / name, plain, whole, self._say)

    def clear(self) -> None:
        """Remove the state, and the folders that it leaves empty."""
        shutil.rmtree(self._folder, ignore_errors=True)
        with contextlib.suppress(OSError):  # other runs may have theirs there
            self._folder.parent.rmdir()
            self._folder.parent.parent.rmdir()
