"""Bahdanau's order of one decoder step: s_{i-1} -> alpha_i -> c_i -> s_i.

Bahdanau et al. 2014, appendix A.2.2: the attention asks with the state *before* the step, the
context enters all gates of that step, and the readout sees s_{i-1}, E y_{i-1} and c_i.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from reference.activations import Array
from reference.attention import Attention
from reference.encoder import Cell, CellState
from reference.readout import Maxout, Output
from reference.stack import step_stack


class BahdanauDecoder(NamedTuple):
    """The parameters of RNNsearch's decoder."""

    E: Array  # [V, E]
    layers: Sequence[Cell]
    attention: Attention
    readout: Maxout
    output: Output

    def force(self, states: list[CellState], h: Array, words: Sequence[int]) -> tuple[Array, Array]:
        """Log-probabilities [T, V] and weights [T, S] when ``words`` (BOS first) are fed."""
        log_p, alphas = [], []
        for i, word in enumerate(words):
            before = states[-1][0]  # s_{i-1} of the top layer
            e = self.E[word]
            alpha, c = self.attention(before, h, i)
            states = step_stack(self.layers, e, c, states)
            log_p.append(self.output(self.readout(before, e, c)))
            alphas.append(alpha)
        return np.stack(log_p), np.stack(alphas)
