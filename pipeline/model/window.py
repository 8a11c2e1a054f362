"""Local attention: a window around a position, Luong et al. (2015), section 3.2.

Positions count from 0. Both windows keep the energies within ``half_width`` (D) of the centre p_t:

    monotonic (local-m): p_t = t, at most the last source position
    predictive (local-p): p_t = S . sigmoid(v_p . tanh(W_p s_t)), and the softmaxed weights are
        multiplied by exp(-(j - p_t)^2 / (2 sigma^2)), sigma = D / 2 (eqs. 9 and 10)

The product is not renormalised, as in the paper, unless ``renormalise``.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn


class MonotonicWindow(nn.Module):
    """local-m: source and target taken as roughly in step."""

    def __init__(self, half_width: int) -> None:
        super().__init__()
        self.half_width = half_width

    def centres(self, states: Tensor, steps: Tensor, lengths: Tensor) -> Tensor:
        """states [B, T, H], steps [B, T], lengths [B] to centres [B, T]."""
        # A target longer than its source would run off the end and have nothing to attend to.
        return torch.minimum(steps, lengths[:, None] - 1).to(states.dtype)

    def inside(self, centres: Tensor, positions: int) -> Tensor:
        """[B, T, S] bool: positions within the window."""
        return _distances(centres, positions).abs() <= self.half_width

    def reshape(self, weights: Tensor, centres: Tensor) -> Tensor:
        return weights


class PredictiveWindow(MonotonicWindow):
    """local-p: the centre is predicted from the decoder's state."""

    def __init__(self, state_size: int, half_width: int, renormalise: bool) -> None:
        super().__init__(half_width)
        self.renormalise = renormalise
        self.state_weight = nn.Parameter(torch.empty(state_size, state_size))  # W_p
        self.centre_weight = nn.Parameter(torch.empty(state_size))  # v_p

    def centres(self, states: Tensor, steps: Tensor, lengths: Tensor) -> Tensor:
        share = torch.sigmoid(torch.tanh(states @ self.state_weight.t()) @ self.centre_weight)
        return lengths[:, None] * share

    def reshape(self, weights: Tensor, centres: Tensor) -> Tensor:
        """weights [B, T, S] of the softmax, multiplied by the Gaussian around centres [B, T]."""
        sigma = self.half_width / 2
        distances = _distances(centres, weights.shape[-1])
        weights = weights * torch.exp(-(distances**2) / (2 * sigma**2))
        return weights / weights.sum(-1, keepdim=True) if self.renormalise else weights


def _distances(centres: Tensor, positions: int) -> Tensor:
    """[B, T, S]: each position less the centre."""
    return torch.arange(positions, device=centres.device) - centres[:, :, None]
