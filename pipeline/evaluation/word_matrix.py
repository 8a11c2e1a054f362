"""Attention between words, whatever units the model works in.

Subword weights are summed over the pieces of a source word (the word gets all the attention that
its pieces got) and averaged over the pieces of a target word (each piece is a step of its own with
a distribution of its own). A row that summed to 1 still does. With the word tokenizer the matrix
is the model's own.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np


def word_matrix(
    weights: np.ndarray, source_word_of: Sequence[int], target_word_of: Sequence[int]
) -> np.ndarray:
    """Turn weights between ids [T, S] into weights between words [T', S'], float64.

    ``source_word_of`` and ``target_word_of`` give the word's index of every id; the end of
    sentence counts as one more word after the last. An unfinished translation has no row for it.
    A word without any id (one that the tokenizer dropped) gets zeros.
    Raises ValueError where an index list does not fit ``weights``.
    """
    if weights.shape != (len(target_word_of), len(source_word_of)):
        raise ValueError(
            f"weights of shape {weights.shape} for {len(target_word_of)} target "
            f"and {len(source_word_of)} source ids"
        )
    source = _membership(source_word_of)  # [S, S']
    target = _membership(target_word_of)  # [T, T']
    pieces = np.maximum(target.sum(axis=0), 1.0)  # [T']
    return (target.T @ weights.astype(np.float64) @ source) / pieces[:, None]


def _membership(word_of: Sequence[int]) -> np.ndarray:
    """One row an id, one column a word: 1 where the id belongs to the word."""
    words = np.asarray(word_of, dtype=np.int64)
    member = np.zeros((len(words), int(words.max(initial=-1)) + 1))
    member[np.arange(len(words)), words] = 1.0
    return member
