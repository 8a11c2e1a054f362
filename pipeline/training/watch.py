"""Stops training when the loss is no longer a number; counts the updates that were skipped."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import torch
from torch import Tensor

from pipeline.refusal import Refusal

MOST_SKIPPED_IN_A_ROW = 20
"""One wild gradient is skipped; so many one after the other mean that nothing is learnt."""
LOT = 10
"""Updates between two looks at their losses: reading a number off an accelerator makes it wait."""
IDS_SHOWN = 5
ADVICE = (
    "Try a lower training.learning_rate, a longer training.warmup, a smaller training.clip_norm,"
    ' or training.precision "32"'
)


class Watch:
    """Examines losses and gradient norms, some updates after they were made.

    The delay loses nothing: an update that is not finite has not touched the parameters (see
    :class:`pipeline.training.optimizer.ClippedUpdate`), and the message names the very step.
    """

    def __init__(self, ids: Callable[[Sequence[int]], list[str]]) -> None:
        """``ids`` gives the sentence ids of rows of the training split."""
        self._ids = ids
        self._waiting: list[tuple[int, list[int], Tensor, Tensor]] = []
        self.skipped = 0
        self._in_a_row = 0

    def add(self, step: int, rows: list[int], loss: Tensor, norm: Tensor) -> None:
        """Note update ``step`` (counted from 1) on the sentences ``rows`` of the training split.

        Raises Refusal where a loss was not finite, or too many updates in a row were skipped.
        """
        self._waiting.append((step, rows, loss.detach(), norm))
        if len(self._waiting) >= LOT:
            self.examine()

    def examine(self) -> None:
        """Look at what was noted since the last look. Raises as :meth:`add` does."""
        if not self._waiting:
            return
        numbers = torch.stack([torch.stack((loss, norm)) for _, _, loss, norm in self._waiting])
        waiting, self._waiting = self._waiting, []
        for (step, rows, _, _), (loss, norm) in zip(waiting, numbers.tolist(), strict=True):
            if not math.isfinite(loss):
                raise Refusal(
                    f"training stopped: the loss is {loss} at step {step} ({self._named(rows)}). "
                    + ADVICE
                )
            if math.isfinite(norm):
                self._in_a_row = 0
                continue
            self.skipped += 1
            self._in_a_row += 1
            if self._in_a_row >= MOST_SKIPPED_IN_A_ROW:
                raise Refusal(
                    f"training stopped: the gradient was not finite {self._in_a_row} updates in a "
                    f"row, the last at step {step} ({self._named(rows)}). {ADVICE}"
                )

    def _named(self, rows: list[int]) -> str:
        more = "" if len(rows) <= IDS_SHOWN else f" and {len(rows) - IDS_SHOWN} more"
        return "sentences " + ", ".join(self._ids(rows[:IDS_SHOWN])) + more
