"""When finished sentences leave the batch of a search."""

from __future__ import annotations

from torch import Tensor

SHARE = 0.25
"""Share of the rows that must be finished before they are dropped.

Dropping copies the encoder's output of every sentence that stays. One finished sentence idling
for a few steps costs less than that; a quarter of the batch costs more.
"""


def remaining(done: Tensor) -> Tensor | None:
    """Return the rows [L'] of done [L] that go on, or None where dropping the others can wait."""
    finished = int(done.sum())
    if finished < max(1, SHARE * len(done)):
        return None
    return (~done).nonzero()[:, 0]
