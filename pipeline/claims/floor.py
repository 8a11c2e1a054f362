"""The one floor under what may judge a claim: fewer sentences than this say nothing.

A bootstrap over a handful of sentences gives an interval, and often a narrow one, that has no claim
to its confidence.
"""

from __future__ import annotations

from pipeline.claims.measured import Missing

FEWEST = 30


def too_few(count: int, what: str) -> Missing | None:
    """Why there is no evidence, where it would rest on ``count`` of ``what``; None where enough."""
    return Missing(f"{count} {what}, fewer than {FEWEST}") if count < FEWEST else None
