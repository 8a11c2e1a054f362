"""Decoders without attention: one vector stands for the whole source.

RNNencdec (Cho et al. 2014, Bahdanau et al. 2014): c = h_Tx is fed at every step, into all gates
and into the readout. Sutskever et al. 2014: the encoder's state is only the decoder's first.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from reference.activations import Array
from reference.encoder import Cell, CellState
from reference.readout import Output, Readout
from reference.stack import step_stack


class FixedContextDecoder(NamedTuple):
    """The parameters of RNNencdec's decoder, and of Sutskever's.

    ``before``: the readout sees s_{i-1} (RNNencdec, with a maxout that also sees E y_{i-1})
    rather than s_i (Sutskever's).
    """

    E: Array  # [V, E]
    layers: Sequence[Cell]
    readout: Readout
    output: Output
    before: bool

    def force(self, states: list[CellState], c: Array | None, words: Sequence[int]) -> Array:
        """Log-probabilities [T, V]; ``c`` is None where the context is only the first state."""
        log_p = []
        for word in words:
            e = self.E[word]
            new = step_stack(self.layers, e, c, states)
            s = (states if self.before else new)[-1][0]
            states = new
            log_p.append(self.output(self.readout(s, e, c)))
        return np.stack(log_p)
