"""Attention put together: a score, a window, and the weighted sum of the attended vectors."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol

import numpy as np

from reference.activations import Array

Score = Callable[[Array, Array], Array]  # s [H], h [S, M] -> e [S]
Window = Callable[[Array, Array, int], Array]  # e [S], s [H], step t -> alpha [S]


class Attention(Protocol):
    """Anything that turns a state into weights and a context."""

    def __call__(self, s: Array, h: Array, t: int) -> tuple[Array, Array]:
        """alpha [S] and c [M] for state s [H] over vectors h [S, M] at target step t."""
        ...


class ScoredAttention(NamedTuple):
    """e = score(s, h), alpha = window(e), c = sum_j alpha_j h_j (Bahdanau et al. 2014, A.1.2)."""

    score: Score
    window: Window

    def __call__(self, s: Array, h: Array, t: int) -> tuple[Array, Array]:
        """alpha [S] and c [M]."""
        alpha = self.window(self.score(s, h), s, t)
        c = np.zeros(h.shape[1])
        for alpha_j, h_j in zip(alpha, h, strict=True):
            c += alpha_j * h_j
        return alpha, c
