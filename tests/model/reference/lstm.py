"""The LSTM of Sutskever et al. 2014 and Luong et al. 2015 (Graves 2013 without peepholes)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from reference.activations import Array, sigmoid


class Lstm(NamedTuple):
    """One layer. ``C_*`` is None where the layer is given no context."""

    W_i: Array  # [H, input]
    W_f: Array
    W_o: Array
    W_g: Array
    U_i: Array  # [H, H]
    U_f: Array
    U_o: Array
    U_g: Array
    b_i: Array  # [H]
    b_f: Array
    b_o: Array
    b_g: Array
    C_i: Array | None = None  # [H, M]
    C_f: Array | None = None
    C_o: Array | None = None
    C_g: Array | None = None

    def zero(self) -> tuple[Array, ...]:
        """Hidden state and memory cell before the first input."""
        return (np.zeros(len(self.b_i)), np.zeros(len(self.b_i)))

    def step(self, x: Array, c: Array | None, state: tuple[Array, ...]) -> tuple[Array, ...]:
        """(h_t, m_t) from (h_{t-1}, m_{t-1}), the input and, if any, the context in all gates."""
        h, m = state
        i = sigmoid(self._sum("i", x, c, h))
        f = sigmoid(self._sum("f", x, c, h))
        o = sigmoid(self._sum("o", x, c, h))
        g = np.tanh(self._sum("g", x, c, h))
        m = f * m + i * g
        return (o * np.tanh(m), m)

    def _sum(self, gate: str, x: Array, c: Array | None, h: Array) -> Array:
        W, U, b, C = (getattr(self, f"{kind}_{gate}") for kind in "WUbC")
        total = W @ x + U @ h + b
        if C is not None:
            total = total + C @ c
        return total
