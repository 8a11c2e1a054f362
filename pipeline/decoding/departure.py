"""When the sentences that are done leave the batch of a search."""

from __future__ import annotations

SHARE = 0.03
"""Share of the sentences that must be done before they are dropped.

Dropping copies the encoder's output of every sentence that stays, once for all its beams. A
sentence or two that idle for a step cost less than that; a tenth of the batch costs more.
"""


def worth_dropping(needed: int, sentences: int) -> bool:
    """Whether to cut a batch of ``sentences`` to those ``needed``; always where that is none."""
    return needed == 0 or needed <= (1 - SHARE) * sentences
