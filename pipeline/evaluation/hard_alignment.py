"""Hard alignment: for every target word, the source word that it attends to most.

Luong et al. 2015, section 5.4: one link per target word, to the source word of highest weight.
"""

from __future__ import annotations

import numpy as np

UNALIGNED = -1


def hard_alignment(weights: np.ndarray, target_words: int, source_words: int) -> np.ndarray:
    """Return [target_words]: the 0-based source word of each target word, or UNALIGNED.

    ``weights`` [T', S'] are between words; rows and columns past the words (the end of sentence)
    are left out, so that a link always joins two real words. The first of equals wins. A target
    word with no weight on any source word, or no row (an unfinished translation), is UNALIGNED.
    """
    aligned = np.full(target_words, UNALIGNED, dtype=np.int64)
    real = weights[:target_words, :source_words]
    if real.size:
        best = real.argmax(axis=1)
        aligned[: len(real)] = np.where(real.max(axis=1) > 0.0, best, UNALIGNED)
    return aligned


def links(aligned: np.ndarray) -> set[tuple[int, int]]:
    """The links (source word, target word) of a hard alignment."""
    return {(int(source), target) for target, source in enumerate(aligned) if source != UNALIGNED}
