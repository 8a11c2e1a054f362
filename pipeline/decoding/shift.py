"""Which row of the attention belongs to which target word."""

from __future__ import annotations

import numpy as np


def aligned_rows(weights: np.ndarray, tokens: int, shift: int) -> np.ndarray:
    """Return the rows of weights [steps, S] in the order of the words that they align.

    ``tokens`` counts the target tokens without the end of sentence; ``shift`` is the model's
    ``alignment_shift``:

    - 0: the weights at step t belong to the word predicted there. Rows are returned as they are,
      one a token and one for the end of sentence where there was a step for it.
    - 1: they belong to the word that went in, y_{t-1} (as the code of Luong et al. has it), so the
      row of token t is that of step t + 1. One row a token; the end of
      sentence is never an input and has none. Where a translation was cut off, no step came after
      its last token, and that token's row is zeros: no position is known.
    """
    if shift == 0:
        return weights
    rows = weights[shift : shift + tokens]
    unknown = np.zeros((tokens - len(rows), weights.shape[1]), dtype=weights.dtype)
    return np.concatenate([rows, unknown])
