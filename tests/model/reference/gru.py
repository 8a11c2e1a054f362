"""The gated recurrent unit of Cho et al. 2014 as Bahdanau et al. 2014 write it, appendix A.

The reset gate multiplies the state before the matrix U, and the update gate z says how much of
the *new* state is taken. (Libraries often multiply after U and let z keep the old state.)
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from reference.activations import Array, sigmoid


class Gru(NamedTuple):
    """One layer. ``C*`` is None where the layer is given no context."""

    W: Array  # [H, input]
    W_z: Array
    W_r: Array
    U: Array  # [H, H]
    U_z: Array
    U_r: Array
    b: Array  # [H]
    b_z: Array
    b_r: Array
    C: Array | None = None  # [H, M]
    C_z: Array | None = None
    C_r: Array | None = None

    def zero(self) -> tuple[Array, ...]:
        """The state before the first input."""
        return (np.zeros(len(self.b)),)

    def step(self, x: Array, c: Array | None, state: tuple[Array, ...]) -> tuple[Array, ...]:
        """s_i from input x = E y_{i-1}, context c_i and s_{i-1} (Bahdanau et al. A.1.1, A.2.2)."""
        (s,) = state
        z = sigmoid(self.W_z @ x + self.U_z @ s + _context(self.C_z, c) + self.b_z)
        r = sigmoid(self.W_r @ x + self.U_r @ s + _context(self.C_r, c) + self.b_r)
        proposal = np.tanh(self.W @ x + self.U @ (r * s) + _context(self.C, c) + self.b)
        return ((1.0 - z) * s + z * proposal,)


def _context(C: Array | None, c: Array | None) -> Array | float:
    return 0.0 if C is None else C @ c
