"""One step of a stack of decoder layers."""

from __future__ import annotations

from collections.abc import Sequence

from reference.activations import Array
from reference.encoder import Cell, CellState


def step_stack(
    layers: Sequence[Cell], x: Array, c: Array | None, states: Sequence[CellState]
) -> list[CellState]:
    """New state of every layer: x and the context enter the first, each output feeds the next."""
    new: list[CellState] = []
    below = x
    for level, (cell, state) in enumerate(zip(layers, states, strict=True)):
        new.append(cell.step(below, c if level == 0 else None, state))
        below = new[-1][0]
    return new
