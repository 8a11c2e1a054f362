"""Luong's order of one decoder step: s_{t-1} -> s_t -> alpha_t -> c_t -> h~_t.

Luong et al. 2015, section 3: the attention asks with the state *after* the step, and the context
meets it in the attentional vector h~_t = tanh(W_c [c_t ; s_t]). With input feeding (3.3) h~_{t-1}
joins the input of step t; before the first step it is zero.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from reference.activations import Array
from reference.attention import Attention
from reference.encoder import Cell, CellState
from reference.readout import Output, Readout
from reference.stack import step_stack


class LuongDecoder(NamedTuple):
    """The parameters of Luong's decoder."""

    E: Array  # [V, E]
    layers: Sequence[Cell]
    attention: Attention
    readout: Readout
    output: Output
    input_feeding: bool

    def force(self, states: list[CellState], h: Array, words: Sequence[int]) -> tuple[Array, Array]:
        """Log-probabilities [T, V] and weights [T, S] when ``words`` (BOS first) are fed."""
        log_p, alphas = [], []
        attentional = np.zeros(self.output.W_o.shape[1])  # h~_0
        for t, word in enumerate(words):
            e = self.E[word]
            x = np.concatenate([e, attentional]) if self.input_feeding else e
            states = step_stack(self.layers, x, None, states)
            s = states[-1][0]
            alpha, c = self.attention(s, h, t)
            attentional = self.readout(s, e, c)
            log_p.append(self.output(attentional))
            alphas.append(alpha)
        return np.stack(log_p), np.stack(alphas)
