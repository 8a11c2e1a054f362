"""Rows of batch-first tensors: choosing and repeating them, and those that share a sentence.

A search has N = B * K rows for B sentences, the K beams of a sentence side by side. What was made
of the source exists once a sentence; K is 1 in training.
"""

from __future__ import annotations

from typing import TypeVar

from torch import Tensor

Rows = TypeVar("Rows")


def select_rows(rows: Rows, index: Tensor) -> Rows:
    """The same structure with ``index`` [B'] taken along every tensor's first axis.

    ``rows`` is a tensor, None, or a (named) tuple of such; tuples may nest.
    """
    if rows is None:
        return None
    if isinstance(rows, Tensor):
        return rows.index_select(0, index)
    parts = [select_rows(part, index) for part in rows]
    return type(rows)(*parts) if hasattr(rows, "_fields") else type(rows)(parts)


def by_sentence(rows: Tensor, sentences: int) -> Tensor:
    """[B * K, T, ...] to [B, K * T, ...]: the K rows of a sentence as one row of more positions."""
    return rows.reshape(sentences, -1, *rows.shape[2:])


def by_row(positions: Tensor, rows: int) -> Tensor:
    """[B, K * T, ...] back to [B * K, T, ...], ``rows`` being B * K."""
    return positions.reshape(rows, -1, *positions.shape[2:])
