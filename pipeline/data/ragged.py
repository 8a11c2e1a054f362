"""Columns of lists of different lengths, as two flat arrays: rows are reached without copying."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np


class Ragged:
    """N lists of integers in one array: list k is ``values[offsets[k] : offsets[k + 1]]``."""

    def __init__(self, values: np.ndarray, offsets: np.ndarray) -> None:
        self.values, self.offsets = values, offsets

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __getitem__(self, row: int) -> np.ndarray:
        return self.values[self.offsets[row] : self.offsets[row + 1]]

    @property
    def lengths(self) -> np.ndarray:
        """Length of every list, [N] int64."""
        return np.diff(self.offsets).astype(np.int64)

    def padded(self, rows: np.ndarray, padding: int) -> tuple[np.ndarray, np.ndarray]:
        """Lists ``rows`` [B] as one array [B, L] filled up with ``padding``; and lengths [B]."""
        begins, lengths = self.offsets[rows], self.lengths_of(rows)
        steps = np.arange(lengths.max(initial=0))  # [L]
        real = steps < lengths[:, None]  # [B, L]
        array = np.full(real.shape, padding, dtype=np.int64)
        array[real] = self.values[(begins[:, None] + steps)[real]]
        return array, lengths

    def counts(self, rows: np.ndarray, size: int) -> np.ndarray:
        """How often each of 0 .. ``size`` - 1 is in lists ``rows`` (each once): [size] int64."""
        chosen = np.zeros(len(self), dtype=bool)
        chosen[rows] = True
        values = self.values[self.offsets[0] : self.offsets[-1]]
        return np.bincount(values[np.repeat(chosen, self.lengths)], minlength=size)

    def lengths_of(self, rows: np.ndarray) -> np.ndarray:
        """Lengths of lists ``rows``, [B] int64."""
        return (self.offsets[rows + 1] - self.offsets[rows]).astype(np.int64)


class SplitArrays(NamedTuple):
    """What training and scoring need of a split, without its text."""

    source_ids: Ragged
    target_ids: Ragged
    source_words: np.ndarray  # [N] int64, words of the source, end of sentence not counted
    target_words: np.ndarray  # [N] int64


def split_arrays(split) -> SplitArrays:
    """Take the columns of a ``datasets.Dataset`` over into arrays."""
    return SplitArrays(
        ragged_column(split, "source_ids"),
        ragged_column(split, "target_ids"),
        _list_lengths(split, "source_words"),
        _list_lengths(split, "target_words"),
    )


def ragged_column(split, name: str) -> Ragged:
    """A list column of a ``datasets.Dataset`` as arrays, not copied where it is in one piece."""
    column = _one_piece(split, name)
    return Ragged(column.values.to_numpy(), column.offsets.to_numpy())


def from_lists(lists: Sequence[Sequence[int]]) -> Ragged:
    """Ragged arrays of ``lists``."""
    offsets = np.zeros(len(lists) + 1, dtype=np.int64)
    np.cumsum([len(one) for one in lists], out=offsets[1:])
    values = np.concatenate([np.asarray(one, dtype=np.int64) for one in lists] or [np.zeros(0)])
    return Ragged(values.astype(np.int64), offsets)


def _list_lengths(split, name: str) -> np.ndarray:
    return np.diff(_one_piece(split, name).offsets.to_numpy()).astype(np.int64)


def _one_piece(split, name: str):
    return split.data.column(name).combine_chunks()
