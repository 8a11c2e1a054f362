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
from reference.readout import Maxout, Output, Readout
from reference.stack import step_stack


class FixedContextDecoder(NamedTuple):
    """The parameters of RNNencdec's decoder, and of Sutskever's.

    ``before``: a maxout readout sees s_{i-1} (Bahdanau's order) rather than s_i (Luong's).
    A readout that does not see E y_{i-1} takes s_i in any order: only s_i has read that word.
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
            earlier = self.before and isinstance(self.readout, Maxout)
            s = (states if earlier else new)[-1][0]
            states = new
            log_p.append(self.output(self.readout(s, e, c)))
        return np.stack(log_p)
