"""Readouts: from state, last word and context to the features that the output layer reads."""

from __future__ import annotations

import torch
from torch import Tensor, nn


class MaxoutReadout(nn.Module):
    """t = max over pairs of t~ = U_o s + V_o E y_{i-1} + C_o c: Bahdanau et al. (2014), A.2.2."""

    def __init__(self, state_size: int, embedding: int, context_size: int, size: int) -> None:
        super().__init__()
        self.size = size
        self.state_weight = nn.Parameter(torch.empty(2 * size, state_size))  # U_o
        self.word_weight = nn.Parameter(torch.empty(2 * size, embedding))  # V_o
        self.context_weight = nn.Parameter(torch.empty(2 * size, context_size))  # C_o
        self.bias = nn.Parameter(torch.zeros(2 * size))

    def forward(self, states: Tensor, words: Tensor, contexts: Tensor | None) -> Tensor:
        """states [..., H], words [..., E], contexts [..., D] or None to features [..., R]."""
        parts = nn.functional.linear(states, self.state_weight, self.bias)
        parts = parts + words @ self.word_weight.t()
        if contexts is not None:
            parts = parts + contexts @ self.context_weight.t()
        return _LargerOfPair.apply(parts)


class _LargerOfPair(torch.autograd.Function):
    """parts [..., 2R] to the larger of every two neighbours [..., R]; the first of equal ones.

    The gradient of PyTorch's amax counts equal ones first, several passes more than it takes.
    """

    @staticmethod
    def forward(ctx, parts):
        first, second = parts.unflatten(-1, (-1, 2)).unbind(-1)
        ctx.save_for_backward(first >= second)
        return torch.maximum(first, second)

    @staticmethod
    def backward(ctx, gradient):
        (is_first,) = ctx.saved_tensors
        to_first = gradient * is_first
        return torch.stack([to_first, gradient - to_first], dim=-1).flatten(-2)


class AttentionalReadout(nn.Module):
    """h~_t = tanh(W_c [c_t ; s_t]): Luong et al. (2015), eq. 5."""

    def __init__(self, state_size: int, embedding: int, context_size: int, size: int) -> None:
        super().__init__()
        self.size = size
        self.weight = nn.Parameter(torch.empty(size, context_size + state_size))  # W_c

    def forward(self, states: Tensor, words: Tensor, contexts: Tensor | None) -> Tensor:
        joined = states if contexts is None else torch.cat([contexts, states], dim=-1)
        return torch.tanh(joined @ self.weight.t())


class StateReadout(nn.Module):
    """The state itself: Sutskever et al. (2014), whose softmax reads the top layer."""

    def __init__(self, state_size: int) -> None:
        super().__init__()
        self.size = state_size

    def forward(self, states: Tensor, words: Tensor, contexts: Tensor | None) -> Tensor:
        return states


Readout = MaxoutReadout | AttentionalReadout | StateReadout
