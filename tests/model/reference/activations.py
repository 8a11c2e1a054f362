"""Elementary functions that every equation uses."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def sigmoid(x: Array) -> Array:
    """Logistic function sigma(x) = 1 / (1 + exp(-x)), by way of tanh so that it cannot overflow."""
    return 0.5 * (1.0 + np.tanh(0.5 * x))


def softmax(x: Array) -> Array:
    """exp(x_j) / sum_k exp(x_k) over a vector."""
    exponentials = np.exp(x - x.max())
    return exponentials / exponentials.sum()


def log_softmax(x: Array) -> Array:
    """x_j - log sum_k exp(x_k) over a vector."""
    highest = x.max()
    return x - (highest + np.log(np.exp(x - highest).sum()))


def maxout(x: Array) -> Array:
    """t_k = max(x_{2k-1}, x_{2k}), counted from one: neighbours are a pair ([2L] -> [L])."""
    return np.array([max(x[2 * k], x[2 * k + 1]) for k in range(len(x) // 2)])
