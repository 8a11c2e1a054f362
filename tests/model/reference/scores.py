"""Attention scores: how well a decoder state s goes with each annotation h_j, one number each.

Bahdanau et al. 2014, A.1.2 (additive); Luong et al. 2015, section 3.1 (the others). Every
function takes s [H] and h [S, M] and returns e [S], before the softmax.
"""

from __future__ import annotations

import math

import numpy as np

from reference.activations import Array


def additive(s: Array, h: Array, W: Array, U: Array, v: Array) -> Array:
    """e_j = v . tanh(W s + U h_j)."""
    return np.array([v @ np.tanh(W @ s + U @ h_j) for h_j in h])


def dot(s: Array, h: Array) -> Array:
    """e_j = s . h_j."""
    return np.array([s @ h_j for h_j in h])


def general(s: Array, h: Array, W: Array) -> Array:
    """e_j = s . (W h_j)."""
    return np.array([s @ (W @ h_j) for h_j in h])


def concat(s: Array, h: Array, W: Array, v: Array) -> Array:
    """e_j = v . tanh(W [s ; h_j])."""
    return np.array([v @ np.tanh(W @ np.concatenate([s, h_j])) for h_j in h])


def concat_identity(s: Array, h: Array, W: Array, v: Array) -> Array:
    """e_j = v . tanh(W s + h_j): the half of W that meets h_j fixed to the identity."""
    return np.array([v @ np.tanh(W @ s + h_j) for h_j in h])


def location(s: Array, h: Array, W: Array) -> Array:
    """e = W s: from the state alone; a short sentence takes the first S rows of W."""
    return (W @ s)[: len(h)]


def scaled(e: Array, width: int) -> Array:
    """Scores divided by the square root of the length of the vectors that were multiplied."""
    return e / math.sqrt(width)
