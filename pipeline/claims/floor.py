"""The one floor under what may judge a claim: fewer sentences than this say nothing.

A bootstrap over a handful of sentences gives an interval, and often a narrow one, that has no claim
to its confidence.
"""

from __future__ import annotations

from pipeline.claims.measured import Missing
from pipeline.plural import so_many

FEWEST = 30


def too_few(count: int, one: str, which: str = "") -> Missing | None:
    """Why there is no evidence, where it would rest on so few; None where they are enough.

    ``one`` is what is counted, in the singular, and ``which`` says more about them.
    """
    if count >= FEWEST:
        return None
    return Missing(f"{so_many(count, one)}{which}, fewer than {FEWEST}")
