"""Attention: energies to weights to a context vector, over all positions or a window of them."""

from __future__ import annotations

import math

import torch
from torch import Tensor, nn

from pipeline.model.interface import Memory
from pipeline.model.rows import by_row, by_sentence
from pipeline.model.scores import Score
from pipeline.model.window import MonotonicWindow


class Attention(nn.Module):
    """alpha = softmax over source positions of a score; context = sum of alpha h.

    Bahdanau et al. (2014), eqs. 5 and 6; Luong et al. (2015), eq. 7 and section 3.2.
    """

    def __init__(self, score: Score, attended_size: int, window: MonotonicWindow | None) -> None:
        super().__init__()
        self.score, self.window, self.context_size = score, window, attended_size

    def prepare(self, attended: Tensor) -> tuple[Tensor, Tensor]:
        """attended [B, S, D] to the keys [B, S, A] and the values [B, S, D] of a sentence."""
        return self.score.keys(attended), attended

    def forward(self, states: Tensor, steps: Tensor, memory: Memory) -> tuple[Tensor, Tensor]:
        """states [N, T, H] that ask, steps [N, T]; returns context [N, T, D], weights [N, T, S].

        All rows of a sentence ask at once: as so many more positions T.
        """
        rows, sentences = len(states), len(memory.lengths)
        states, steps = by_sentence(states, sentences), by_sentence(steps, sentences)
        energies = self.score.energies(self.score.queries(states), memory.keys)
        allowed = memory.mask[:, None]
        if self.window is None:
            weights = masked_softmax(energies, allowed)
        else:
            centres = self.window.centres(states, steps, memory.lengths)
            allowed = allowed & self.window.inside(centres, energies.shape[-1])
            weights = self.window.reshape(masked_softmax(energies, allowed), centres)
        return by_row(torch.bmm(weights, memory.attended), rows), by_row(weights, rows)


class MultiHeadAttention(nn.Module):
    """Scaled dot products of projected queries, keys and values in several heads.

    Vaswani et al. (2017), eq. 1 and section 3.2.2. The weights shown are the mean over heads.
    """

    def __init__(self, state_size: int, attended_size: int, size: int, heads: int) -> None:
        super().__init__()
        self.heads, self.context_size = heads, size
        self.scale = 1 / math.sqrt(size // heads)
        self.query_weight = nn.Parameter(torch.empty(size, state_size))  # W^Q
        self.key_weight = nn.Parameter(torch.empty(size, attended_size))  # W^K
        self.value_weight = nn.Parameter(torch.empty(size, attended_size))  # W^V
        self.output_weight = nn.Parameter(torch.empty(size, size))  # W^O

    def prepare(self, attended: Tensor) -> tuple[Tensor, Tensor]:
        return attended @ self.key_weight.t(), attended @ self.value_weight.t()

    def forward(self, states: Tensor, steps: Tensor, memory: Memory) -> tuple[Tensor, Tensor]:
        """As :meth:`Attention.forward`; ``steps`` are not asked for."""
        rows, states = len(states), by_sentence(states, len(memory.lengths))
        queries = self._split(states @ self.query_weight.t()) * self.scale  # [B, heads, T, A/heads]
        energies = queries @ self._split(memory.keys).transpose(2, 3)  # [B, heads, T, S]
        weights = masked_softmax(energies, memory.mask[:, None, None])
        contexts = (weights @ self._split(memory.attended)).transpose(1, 2).flatten(2)
        return by_row(contexts @ self.output_weight.t(), rows), by_row(weights.mean(1), rows)

    def _split(self, vectors: Tensor) -> Tensor:
        """[B, X, A] to [B, heads, X, A / heads]."""
        return vectors.unflatten(-1, (self.heads, -1)).transpose(1, 2)


def masked_softmax(energies: Tensor, allowed: Tensor) -> Tensor:
    """Softmax over the last axis among the allowed positions; exactly 0 elsewhere.

    Every row needs an allowed position: empty sources are refused before they come here.
    """
    energies = energies.masked_fill(~allowed, -math.inf)
    return torch.softmax(energies, dim=-1)
