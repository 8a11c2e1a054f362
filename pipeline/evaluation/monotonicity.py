"""How monotonic alignments are: Bahdanau et al. 2014, section 5.2, put into numbers.

Both measures read the hard alignment a_1 ... a_T of the target words. A step goes from one target
word to the next and moves forward, stays, or goes backward in the source. A pair t < u of target
words crosses where a_t > a_u; the crossing rate is the share of crossing pairs: 0 where the order
never changes, 1 where it is reversed.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pipeline.evaluation.hard_alignment import UNALIGNED
from pipeline.evaluation.measure import Measure, ratio


def monotonicity_statistics(aligned: np.ndarray) -> tuple[int, ...]:
    """Return (5,) for one hard alignment [T]: forward, staying, backward steps, crossings, pairs.

    Target words without a link are passed over.
    """
    places = aligned[aligned != UNALIGNED]
    moves = np.diff(places)
    # later[t, u] is a_u - a_t; above the diagonal u comes after t.
    later = places[None, :] - places[:, None]
    crossings = int((np.triu(later, 1) < 0).sum())
    pairs = len(places) * (len(places) - 1) // 2
    return (
        int((moves > 0).sum()),
        int((moves == 0).sum()),
        int((moves < 0).sum()),
        crossings,
        pairs,
    )


def _forward(totals: Sequence[float]) -> float:
    return ratio(totals[0], totals[0] + totals[1] + totals[2])


def _stay(totals: Sequence[float]) -> float:
    return ratio(totals[1], totals[0] + totals[1] + totals[2])


def _backward(totals: Sequence[float]) -> float:
    return ratio(totals[2], totals[0] + totals[1] + totals[2])


def _crossing(totals: Sequence[float]) -> float:
    return ratio(totals[3], totals[4])


MONOTONICITY_MEASURES = (
    Measure("forward", "share", _forward),
    Measure("stay", "share", _stay),
    Measure("backward", "share", _backward),
    Measure("crossing", "share", _crossing),
)
"""Measures of summed ``monotonicity_statistics``."""
