"""Columns of lists of different lengths, as two flat arrays: rows are reached without copying."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np


class Ragged:
    """N lists of integers, in one piece or in several that follow each other.

    A piece is two flat arrays: its list k is ``values[offsets[k] : offsets[k + 1]]``. Both may lie
    in a file that is mapped into memory: nothing is copied but the rows that are asked for.
    """

    def __init__(self, *parts: tuple[np.ndarray, np.ndarray]) -> None:
        """``parts`` are (values, offsets) of every piece; offsets have one entry more than rows."""
        self._parts = parts
        self._firsts = np.cumsum([0, *(len(offsets) - 1 for _, offsets in parts)])

    def __len__(self) -> int:
        return int(self._firsts[-1])

    def __getitem__(self, row: int) -> np.ndarray:
        part = int(np.searchsorted(self._firsts, row, side="right")) - 1
        values, offsets = self._parts[part]
        place = row - self._firsts[part]
        return values[offsets[place] : offsets[place + 1]]

    @property
    def lengths(self) -> np.ndarray:
        """Length of every list, [N] int64."""
        if not self._parts:
            return np.zeros(0, np.int64)
        return np.concatenate([np.diff(offsets) for _, offsets in self._parts]).astype(np.int64)

    def padded(self, rows: np.ndarray, padding: int) -> tuple[np.ndarray, np.ndarray]:
        """Lists ``rows`` [B] as one array [B, L] filled up with ``padding``; and lengths [B]."""
        lists = [self[row] for row in rows]
        lengths = np.array([len(one) for one in lists], np.int64)
        array = np.full((len(rows), lengths.max(initial=0)), padding, dtype=np.int64)
        if lists:
            real = np.arange(array.shape[1]) < lengths[:, None]  # [B, L]
            array[real] = np.concatenate(lists)
        return array, lengths

    def counts(self, rows: np.ndarray, size: int) -> np.ndarray:
        """How often each of 0 .. ``size`` - 1 is in lists ``rows`` (each once): [size] int64."""
        chosen = np.zeros(len(self), dtype=bool)
        chosen[rows] = True
        total = np.zeros(size, np.int64)
        for (values, offsets), first in zip(self._parts, self._firsts, strict=False):
            inside = np.repeat(chosen[first : first + len(offsets) - 1], np.diff(offsets))
            total += np.bincount(values[offsets[0] : offsets[-1]][inside], minlength=size)
        return total

    def lengths_of(self, rows: np.ndarray) -> np.ndarray:
        """Lengths of lists ``rows``, [B] int64."""
        return np.array([len(self[row]) for row in rows], np.int64)


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
        list_lengths(split, "source_words"),
        list_lengths(split, "target_words"),
    )


def ragged_column(split, name: str) -> Ragged:
    """A list column of a ``datasets.Dataset`` as arrays that are read where they lie."""
    return Ragged(
        *((chunk.values.to_numpy(), chunk.offsets.to_numpy()) for chunk in _chunks(split, name))
    )


def from_lists(lists: Sequence[Sequence[int]]) -> Ragged:
    """Ragged arrays of ``lists``."""
    offsets = np.zeros(len(lists) + 1, dtype=np.int64)
    np.cumsum([len(one) for one in lists], out=offsets[1:])
    values = np.concatenate([np.asarray(one, dtype=np.int64) for one in lists] or [np.zeros(0)])
    return Ragged((values.astype(np.int64), offsets))


def list_lengths(split, name: str) -> np.ndarray:
    """Lengths of the lists in a column of a ``datasets.Dataset``, [N] int64."""
    lengths = [np.diff(chunk.offsets.to_numpy()) for chunk in _chunks(split, name)]
    return np.concatenate(lengths or [np.zeros(0)]).astype(np.int64)


def _chunks(split, name: str):
    return split.data.column(name).chunks
