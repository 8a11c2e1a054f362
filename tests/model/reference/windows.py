"""From scores to weights: over the whole sentence, or over a window (Luong et al. 2015, 3.2).

Target steps and source positions count from zero here.
"""

from __future__ import annotations

import numpy as np

from reference.activations import Array, sigmoid, softmax


def global_weights(e: Array) -> Array:
    """alpha = softmax(e) over all source positions."""
    return softmax(e)


def local_m(e: Array, t: int, half_width: int) -> Array:
    """Local-m: the window [t - D, t + D] slides one position for each target step.

    A target that outruns its source keeps looking at the source's last position: p_t = min(t,
    S - 1). (The paper is silent here; without it no position would be left.)
    """
    centre = min(t, len(e) - 1)
    return _softmax_inside(e, float(centre), half_width)


def local_p(
    e: Array, s: Array, W_p: Array, v_p: Array, half_width: int, renormalise: bool
) -> Array:
    """Local-p: p_t = S sigmoid(v_p . tanh(W_p s)), Gaussian about it with sigma = D / 2.

    The softmax runs over the window [p_t - D, p_t + D]; the Gaussian is multiplied in after it,
    so that the weights sum to less than one, unless ``renormalise`` divides by their sum.
    """
    centre = predicted_centre(s, W_p, v_p, len(e))
    weights = _softmax_inside(e, centre, half_width)
    sigma = half_width / 2.0
    for j in range(len(e)):
        weights[j] *= np.exp(-((j - centre) ** 2) / (2.0 * sigma**2))
    return weights / weights.sum() if renormalise else weights


def predicted_centre(s: Array, W_p: Array, v_p: Array, length: int) -> float:
    """p_t = S sigmoid(v_p . tanh(W_p s)), a real number in [0, S]."""
    return float(length * sigmoid(v_p @ np.tanh(W_p @ s)))


def _softmax_inside(e: Array, centre: float, half_width: int) -> Array:
    inside = [j for j in range(len(e)) if abs(j - centre) <= half_width]
    weights = np.zeros(len(e))
    weights[inside] = softmax(e[inside])
    return weights
