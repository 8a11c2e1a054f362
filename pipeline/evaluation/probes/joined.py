"""Texts longer than any training sentence: consecutive test sentences joined end to end."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np


class Run(NamedTuple):
    """Test sentences that follow one another, and their cuts into ever fewer texts."""

    rows: range
    texts: dict[int, list[range]]
    """Factor of the longest training length -> the run as texts of at most about that length."""


def runs_of(lengths: Sequence[int], longest: int, factors: Sequence[int], count: int, seed: int):
    """Up to ``count`` runs drawn from the test set, in its order; they do not overlap.

    ``lengths`` are source words of the test sentences. A run holds as many sentences as fit into
    the largest of ``factors`` times ``longest`` words, and for every factor the same sentences are
    joined into texts of about factor times ``longest`` words: all factors speak of the same text.
    """
    largest = max(factors)
    runs = [
        Run(rows, {factor: cut(rows, lengths, round(largest / factor)) for factor in factors})
        for rows in _fitting(lengths, largest * longest)
        # Without what cannot be cut into as many texts as there should be.
        if len(rows) >= round(largest / min(factors))
    ]
    order = np.random.default_rng(seed).permutation(len(runs))[:count]
    return [runs[index] for index in sorted(order.tolist())]


def _fitting(lengths: Sequence[int], words: int) -> list[range]:
    """Cut the whole test set into runs of at most ``words`` words, the last unfinished one left."""
    found, start, total = [], 0, 0
    for row, length in enumerate(lengths):
        if total + length > words and row > start:
            found.append(range(start, row))
            start, total = row, 0
        total += length
    return found


def cut(rows: range, lengths: Sequence[int], pieces: int) -> list[range]:
    """``rows`` in ``pieces`` texts, each boundary where it comes nearest to an even division."""
    ends = np.cumsum([lengths[row] for row in rows])  # words up to and with each sentence
    bounds = [0]
    for piece in range(1, pieces):
        # At least one sentence for this piece and one for each that follows.
        allowed = np.arange(bounds[-1] + 1, len(rows) - (pieces - piece) + 1)
        wished = ends[-1] * piece / pieces
        bounds.append(int(allowed[np.abs(ends[allowed - 1] - wished).argmin()]))
    bounds.append(len(rows))
    return [rows[a:b] for a, b in pairwise(bounds)]


def joined_ids(sentences: Sequence[Sequence[int]]) -> list[int]:
    """Sentences' ids as one sentence: every end but the last taken away."""
    return [id_ for ids in sentences[:-1] for id_ in ids[:-1]] + list(sentences[-1])
