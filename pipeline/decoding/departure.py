"""When the rows that are no longer needed leave the batch of a search."""

from __future__ import annotations

SHARE = 0.25
"""Share of the rows that must be idle before they are dropped.

Dropping copies the encoder's output of every row that stays. A few idle rows for a few steps cost
less than that; a quarter of the batch costs more.
"""


def worth_dropping(needed: int, rows: int) -> bool:
    """Whether to cut a batch of ``rows`` down to those ``needed``; always where that is none."""
    return needed == 0 or needed <= (1 - SHARE) * rows
