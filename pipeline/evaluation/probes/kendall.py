"""Kendall's rank correlation of many short rows at once.

SciPy's takes one row a call, and a third of the time of the probes; tests hold the two equal.
"""

from __future__ import annotations

import numpy as np


def kendall_tau(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Tau-b [m] of the rows of ``first`` and ``second``, both [m, k]; NaN where a row is constant.

    (concordant - discordant pairs) / sqrt(pairs untied in first * pairs untied in second)
    (Kendall 1945).
    """
    one, other = _orders(first), _orders(second)  # [m, pairs]
    untied = np.count_nonzero(one, axis=1) * np.count_nonzero(other, axis=1)
    agreement = np.sum(one * other, axis=1, dtype=float)
    with np.errstate(invalid="ignore", divide="ignore"):
        return agreement / np.sqrt(untied)


def _orders(values: np.ndarray) -> np.ndarray:
    """-1, 0 or 1 for every two columns of a row: [m, k (k - 1) / 2], int8."""
    left, right = np.triu_indices(values.shape[1], 1)
    return np.sign(values[:, left] - values[:, right]).astype(np.int8)
