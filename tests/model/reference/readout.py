"""From state, previous word and context to the vector that the output layer sees."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from reference.activations import Array, log_softmax, maxout


class Maxout(NamedTuple):
    """t~ = U_o s + V_o E y_{i-1} + C_o c; t_k = max of a pair (Bahdanau et al. 2014, A.2.2)."""

    U_o: Array  # [2L, H]
    V_o: Array  # [2L, E]
    C_o: Array | None  # [2L, M]; None where no context reaches the readout
    b: Array  # [2L]

    def __call__(self, s: Array, e: Array, c: Array | None) -> Array:
        """t [L]."""
        total = self.U_o @ s + self.V_o @ e + self.b
        if self.C_o is not None:
            total = total + self.C_o @ c
        return maxout(total)


class Attentional(NamedTuple):
    """h~ = tanh(W_c [c ; s]) (Luong et al. 2015, equation 5); the previous word is not seen."""

    W_c: Array  # [R, M + H], the context first

    def __call__(self, s: Array, e: Array, c: Array | None) -> Array:
        """h~ [R]."""
        return np.tanh(self.W_c @ (s if c is None else np.concatenate([c, s])))


class TopState(NamedTuple):
    """The state itself goes to the softmax (Sutskever et al. 2014)."""

    def __call__(self, s: Array, e: Array, c: Array | None) -> Array:
        """s [H]."""
        return s


Readout = Maxout | Attentional | TopState


class Output(NamedTuple):
    """log p(y) = log softmax(W_o t + b)."""

    W_o: Array  # [V, R]
    b: Array  # [V]

    def __call__(self, t: Array) -> Array:
        """Log-probabilities [V]."""
        return log_softmax(self.W_o @ t + self.b)
