"""PyTorch's gated unit, which is not the papers': the reset gate acts after the matrix U.

torch.nn.GRU's documentation: n = tanh(W x + b + r * (U s + d)), s' = (1 - z) n + z s.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from reference.activations import Array, sigmoid


class LibraryGru(NamedTuple):
    """One layer; a context is put at the end of the input."""

    W: Array  # [H, input]
    W_z: Array
    W_r: Array
    U: Array  # [H, H]
    U_z: Array
    U_r: Array
    b: Array  # [H], beside W
    b_z: Array
    b_r: Array
    d: Array  # [H], beside U
    d_z: Array
    d_r: Array

    def zero(self) -> tuple[Array, ...]:
        """The state before the first input."""
        return (np.zeros(len(self.b)),)

    def step(self, x: Array, c: Array | None, state: tuple[Array, ...]) -> tuple[Array, ...]:
        """The next state."""
        (s,) = state
        if c is not None:
            x = np.concatenate([x, c])
        z = sigmoid(self.W_z @ x + self.b_z + self.U_z @ s + self.d_z)
        r = sigmoid(self.W_r @ x + self.b_r + self.U_r @ s + self.d_r)
        n = np.tanh(self.W @ x + self.b + r * (self.U @ s + self.d))
        return ((1.0 - z) * n + z * s,)
