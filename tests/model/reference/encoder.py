"""Encoders: a stack of recurrent layers read forward, or forward and backward.

Bahdanau et al. 2014, A.2.1: the annotation of word j is h_j = [forward_j ; backward_j], with one
embedding matrix for both directions.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from reference.activations import Array
from reference.gru import Gru
from reference.lstm import Lstm

Cell = Gru | Lstm
CellState = tuple[Array, ...]  # (s,) of a GRU, (hidden, memory) of an LSTM


class Encoded(NamedTuple):
    """What a decoder may look at. Positions are those of the sequence that was read."""

    annotations: Array  # [S, H] or [S, 2H]: the top layer
    embeddings: Array  # [S, E]
    forward_last: list[CellState]  # a layer each: the state after the last token
    backward_first: list[CellState]  # a layer each: the backward state at the first token


def encode(
    embedding: Array,
    forward: Sequence[Cell],
    backward: Sequence[Cell] | None,
    tokens: Sequence[int],
) -> Encoded:
    """Read a sentence; a layer above the first reads the annotations of the layer below.

    Args:
        embedding: [V, E].
        forward, backward: a cell for each layer; ``backward`` is None in a one-way encoder.
        tokens: the sentence in the order in which it is read, its end-of-sentence included.
    """
    embeddings = np.stack([embedding[token] for token in tokens])
    below = embeddings
    lasts: list[CellState] = []
    firsts: list[CellState] = []
    for layer, cell in enumerate(forward):
        ahead, last = read(cell, below)
        lasts.append(last)
        if backward is None:
            below = ahead
            continue
        behind, first = read(backward[layer], below[::-1])
        firsts.append(first)
        below = np.concatenate([ahead, behind[::-1]], axis=1)
    return Encoded(below, embeddings, lasts, firsts)


def read(cell: Cell, inputs: Array) -> tuple[Array, CellState]:
    """All hidden states of a layer ([S, H]) over inputs [S, X], and its state after the last."""
    state = cell.zero()
    hidden = []
    for x in inputs:
        state = cell.step(x, None, state)
        hidden.append(state[0])
    return np.stack(hidden), state
