"""The decoder's state before its first word."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from reference.activations import Array
from reference.encoder import CellState


def projected(
    W_s: Sequence[Array], b_s: Sequence[Array], seen: Sequence[CellState]
) -> list[CellState]:
    """s_0 = tanh(W_s seen) for each layer; an LSTM's cell starts at 0 (Bahdanau et al., A.2.2).

    ``seen``: for each layer the state that read the whole sentence; the backward reader's at the
    first word in RNNsearch, h_Tx (which is c) in RNNencdec.
    """
    states: list[CellState] = []
    for W, b, state in zip(W_s, b_s, seen, strict=True):
        hidden = np.tanh(W @ state[0] + b)
        states.append((hidden, *(np.zeros(len(hidden)) for _ in state[1:])))
    return states


def copied(lasts: Sequence[CellState], firsts: Sequence[CellState]) -> list[CellState]:
    """Each decoder layer starts from the last state of the encoder's layer (Sutskever, Luong).

    With a backward reader, its state at the first word is put after the forward reader's.
    """
    if not firsts:
        return list(lasts)
    return [
        tuple(np.concatenate(halves) for halves in zip(last, first, strict=True))
        for last, first in zip(lasts, firsts, strict=True)
    ]
