"""Attention scores: how well a decoder state and a source position match.

Every score has three parts, so that what depends on the source alone is computed once a sentence:

    keys(attended [B, S, D])          -> [B, S, A]
    queries(states [B, T, H])         -> [B, T, A]
    energies(queries, keys)           -> [B, T, S]

T is 1 in a decoder that steps, and the whole target where the decoder's states are known at once.
"""

from __future__ import annotations

import math

import torch
from torch import Tensor, nn


class AdditiveScore(nn.Module):
    """v . tanh(W s + U h): Bahdanau et al. (2014), A.1.2.

    It is also Luong et al.'s (2015) full ``concat``, v . tanh(W [s ; h]), W split in two halves.
    """

    def __init__(self, state_size: int, attended_size: int, size: int) -> None:
        super().__init__()
        self.state_weight = nn.Parameter(torch.empty(size, state_size))  # W_a
        self.attended_weight = nn.Parameter(torch.empty(size, attended_size))  # U_a
        self.energy_weight = nn.Parameter(torch.empty(size))  # v_a

    def keys(self, attended: Tensor) -> Tensor:
        return attended @ self.attended_weight.t()

    def queries(self, states: Tensor) -> Tensor:
        return states @ self.state_weight.t()

    def energies(self, queries: Tensor, keys: Tensor) -> Tensor:
        # [B, T, S, A]: the one score whose cost has all four axes.
        # tanh(x) = 2 sigma(2x) - 1; PyTorch's tanh takes six times as long as its sigmoid.
        sigmoid = torch.sigmoid((queries * 2)[:, :, None] + (keys * 2)[:, None])
        return sigmoid @ (self.energy_weight * 2) - self.energy_weight.sum()


class ConcatIdentityScore(AdditiveScore):
    """v . tanh(W s + h): ``concat`` as in the authors' code, its h half fixed to the identity."""

    def __init__(self, state_size: int, attended_size: int) -> None:
        super().__init__(state_size, attended_size, attended_size)
        del self.attended_weight

    def keys(self, attended: Tensor) -> Tensor:
        return attended


class DotScore(nn.Module):
    """s . h, without parameters: Luong et al. (2015), eq. 8; over sqrt(H) where ``scaled``."""

    def __init__(self, size: int, scaled: bool) -> None:
        super().__init__()
        # An unscaled product of this size saturates the softmax from the first steps.
        self.scale = 1 / math.sqrt(size) if scaled else 1.0

    def keys(self, attended: Tensor) -> Tensor:
        return attended

    def queries(self, states: Tensor) -> Tensor:
        return states * self.scale

    def energies(self, queries: Tensor, keys: Tensor) -> Tensor:
        return torch.bmm(queries, keys.transpose(1, 2))


class GeneralScore(DotScore):
    """s . W h: Luong et al. (2015), eq. 8; over sqrt(H) where ``scaled``."""

    def __init__(self, state_size: int, attended_size: int, scaled: bool) -> None:
        super().__init__(state_size, scaled)
        self.attended_weight = nn.Parameter(torch.empty(state_size, attended_size))  # W_a

    def keys(self, attended: Tensor) -> Tensor:
        return attended @ self.attended_weight.t()


class LocationScore(nn.Module):
    """W s, one row a source position: Luong et al. (2015), eq. 9; blind to what stands there.

    A sentence uses the first rows; positions past the last row get no weight.
    """

    def __init__(self, state_size: int, positions: int) -> None:
        super().__init__()
        self.position_weight = nn.Parameter(torch.empty(positions, state_size))  # W_a

    def keys(self, attended: Tensor) -> Tensor:
        return attended[:, :, :0]  # only the number of positions matters

    def queries(self, states: Tensor) -> Tensor:
        return states @ self.position_weight.t()  # [B, T, positions]

    def energies(self, queries: Tensor, keys: Tensor) -> Tensor:
        positions, known = keys.shape[1], queries.shape[-1]
        if positions <= known:
            return queries[:, :, :positions]
        return nn.functional.pad(queries, (0, positions - known), value=-math.inf)


Score = AdditiveScore | DotScore | LocationScore
