"""How sharp soft alignments are: Bahdanau et al. 2014, section 5.2, put into numbers.

Counted over target words, the step that writes the end of sentence left out: it has no word to
align. The end of the source sentence may be attended like a word and so counts as a place.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pipeline.evaluation.measure import Measure, ratio


def sharpness_statistics(
    weights: np.ndarray, target_words: int, source_words: int
) -> tuple[float, ...]:
    """Return (4,) for one sentence: sums over target words, and their number.

    The sums are of entropy in nats, of the largest weight, and of the weight on the end of the
    source. ``weights`` [T', S'] are between words. Rows are brought to sum to 1 first, which
    matters for local attention alone; a row without any weight says nothing and is not counted.
    """
    rows = weights[:target_words].astype(np.float64)
    mass = rows.sum(axis=1)
    rows = rows[mass > 0.0] / mass[mass > 0.0, None]
    # x log x is 0 at 0, and padding is exactly 0: the log is taken of 1 there.
    entropy = -(rows * np.log(np.where(rows > 0.0, rows, 1.0))).sum()
    largest = rows.max(axis=1).sum() if len(rows) else 0.0
    return float(entropy), float(largest), float(rows[:, source_words:].sum()), float(len(rows))


def _mean_entropy(totals: Sequence[float]) -> float:
    return ratio(totals[0], totals[3])


def _mean_largest(totals: Sequence[float]) -> float:
    return ratio(totals[1], totals[3])


def _mean_end(totals: Sequence[float]) -> float:
    return ratio(totals[2], totals[3])


SHARPNESS_MEASURES = (
    Measure("entropy", "nats", _mean_entropy),
    Measure("largest_weight", "share", _mean_largest),
    Measure("end_weight", "share", _mean_end),
)
"""Measures of summed ``sharpness_statistics``."""
