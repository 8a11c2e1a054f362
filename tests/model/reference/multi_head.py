"""Scaled dot product with separate queries, keys and values, in several heads.

Vaswani et al. 2017, 3.2, with a recurrent decoder's state as the one query.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from reference.activations import Array, softmax


class MultiHead(NamedTuple):
    """Matrices of all heads stacked: head k owns rows [k d, (k + 1) d), d = A / heads."""

    W_q: Array  # [A, H]
    W_k: Array  # [A, M]
    W_v: Array  # [A, M]
    W_o: Array  # [output, A]
    heads: int

    def __call__(self, s: Array, h: Array, t: int) -> tuple[Array, Array]:
        """Mean weights over the heads [S], and W_o [head_1 ; ... ; head_n]."""
        width = len(self.W_q) // self.heads
        contexts, weights = [], []
        for head in range(self.heads):
            rows = slice(head * width, (head + 1) * width)
            q = self.W_q[rows] @ s
            keys = [self.W_k[rows] @ h_j for h_j in h]
            values = [self.W_v[rows] @ h_j for h_j in h]
            alpha = softmax(np.array([q @ k for k in keys]) / math.sqrt(width))
            contexts.append(sum(a * v for a, v in zip(alpha, values, strict=True)))
            weights.append(alpha)
        return np.mean(weights, axis=0), self.W_o @ np.concatenate(contexts)
