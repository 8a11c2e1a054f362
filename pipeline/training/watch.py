"""Stops training when the loss is no longer a number; counts the updates that were skipped.

Nothing here makes an accelerator wait at every step: losses and norms stay on the device, and are
read together once in :data:`LOT` updates and at the end of an epoch.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import torch
from torch import Tensor

from pipeline.refusal import Refusal
from pipeline.training.optimizer import Update

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
    """Examines losses and updates, some steps after they were made.

    The delay loses nothing: an update with such a loss has not touched the parameters (see
    :class:`pipeline.training.optimizer.ClippedUpdate`), and the message names the very step.
    """

    def __init__(self, ids: Callable[[Sequence[int]], list[str]]) -> None:
        """``ids`` gives the sentence ids of rows of the training split."""
        self._ids = ids
        self._waiting: list[tuple[int, list[int], Tensor, Update]] = []
        self.skipped = 0
        self._in_a_row = 0

    def add(self, step: int, rows: list[int], loss: Tensor, update: Update) -> None:
        """Note update ``step`` (counted from 1) on the sentences ``rows`` of the training split.

        Raises Refusal where a loss was not finite, or too many updates in a row were skipped.
        """
        self._waiting.append((step, rows, loss.detach(), update))
        if len(self._waiting) >= LOT:
            self.examine()

    def examine(self) -> None:
        """Look at what was noted since the last look. Raises as :meth:`add` does."""
        if not self._waiting:
            return
        losses = torch.stack([loss for _, _, loss, _ in self._waiting])
        norms = torch.stack([update.norm for *_, update in self._waiting])
        made = torch.stack([update.made for *_, update in self._waiting])
        numbers = torch.stack((losses.double(), norms.double(), made.double()), 1).tolist()
        waiting, self._waiting = self._waiting, []
        for (step, rows, _, _), (loss, norm, was_made) in zip(waiting, numbers, strict=True):
            if not math.isfinite(loss):
                raise Refusal(
                    f"training stopped: the loss is {loss} at step {step} ({self._named(rows)}). "
                    + ADVICE
                )
            if was_made:
                self._in_a_row = 0
                continue
            self.skipped += 1
            self._in_a_row += 1
            if self._in_a_row >= MOST_SKIPPED_IN_A_ROW:
                raise Refusal(
                    f"training stopped: the gradient was not finite or far above its usual norm "
                    f"{self._in_a_row} updates in a row, the last at step {step}, of norm "
                    f"{norm:.3g} ({self._named(rows)}). {ADVICE}"
                )

    def _named(self, rows: list[int]) -> str:
        more = "" if len(rows) <= IDS_SHOWN else f" and {len(rows) - IDS_SHOWN} more"
        return "sentences " + ", ".join(self._ids(rows[:IDS_SHOWN])) + more
