"""Which pairs a system is trained on: those within its cap on words, as in the papers."""

from __future__ import annotations

import numpy as np

from pipeline.refusal import Refusal


def within_cap(
    source_words: np.ndarray, target_words: np.ndarray, max_words: int | None, key: str
) -> np.ndarray:
    """Rows of the pairs of which both sides have at most ``max_words`` words (None: all).

    Words [N] do not count the end of sentence. ``key`` names the setting in the message where the
    cap leaves no pair.
    """
    longer = np.maximum(source_words, target_words)
    rows = np.arange(len(longer)) if max_words is None else np.flatnonzero(longer <= max_words)
    if len(rows) == 0:
        shortest = f"{longer.min():,}" if len(longer) else "no"
        raise Refusal(
            f"{key} is {max_words}, which leaves no training pair: the shortest of the "
            f"{len(longer):,} training pairs has {shortest} words on its longer side. The cap may "
            "be that or more, or null for none."
        )
    return rows
