"""Choosing and repeating sentences (rows) of nested tuples of batch-first tensors."""

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
