"""Alignment error rate, precision, recall and F1 against reference links.

Och & Ney 2003, section 5. A reference has sure links S and possible links P, with S inside P:
precision = |A & P| / |A|, recall = |A & S| / |S|,
AER = 1 - (|A & S| + |A & P|) / (|A| + |S|).
A reference without the distinction has S = P, and AER is then 1 - F1.
"""

from __future__ import annotations

from collections.abc import Sequence, Set

import numpy as np

from pipeline.evaluation.hard_alignment import UNALIGNED
from pipeline.evaluation.measure import Measure, ratio

Link = tuple[int, int]
"""(source word, target word), both 0-based."""


def link_statistics(found: Set[Link], sure: Set[Link], possible: Set[Link]) -> list[int]:
    """Return [4] for one sentence: |A & S|, |A & P|, |A|, |S|.

    Sure links count as possible too, whether or not ``possible`` repeats them.
    """
    possible = possible | sure
    return [len(found & sure), len(found & possible), len(found), len(sure)]


def accuracy_statistics(aligned: np.ndarray, reference: Set[Link]) -> list[int]:
    """Return [2] for one sentence: target words linked rightly, and those with any reference link.

    A target word is right where its hard alignment is one of its reference links.
    """
    linked = {target for _, target in reference}
    right = sum(
        1
        for target in linked
        if target < len(aligned)
        and aligned[target] != UNALIGNED
        and (int(aligned[target]), target) in reference
    )
    return [right, len(linked)]


def _aer(totals: Sequence[float]) -> float:
    return 1.0 - ratio(totals[0] + totals[1], totals[2] + totals[3])


def _precision(totals: Sequence[float]) -> float:
    return ratio(totals[1], totals[2])


def _recall(totals: Sequence[float]) -> float:
    return ratio(totals[0], totals[3])


def _f1(totals: Sequence[float]) -> float:
    precision, recall = _precision(totals), _recall(totals)
    if precision + recall == 0.0:  # defined, unlike 0 / 0: every link is wrong
        return 0.0
    return 2.0 * precision * recall / (precision + recall)


LINK_MEASURES = (
    Measure("aer", "share", _aer),
    Measure("precision", "share", _precision),
    Measure("recall", "share", _recall),
    Measure("f1", "share", _f1),
)
"""Measures of summed ``link_statistics``."""

ACCURACY = Measure("argmax_accuracy", "share", lambda totals: ratio(totals[0], totals[1]))
"""Measure of summed ``accuracy_statistics``."""
