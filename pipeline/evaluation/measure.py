"""What a measure is: a number that depends on sentences only through sums over them.

Corpus BLEU, chrF, perplexity, alignment error rate and mean entropy are all of this kind. Each
sentence gives a row of sufficient statistics; a corpus, or a bootstrap resample of it, is the sum
of its rows. So a thousand resamples are one matrix product, and every one is scored by the very
function that scores the test set.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple


class Measure(NamedTuple):
    """A named function of summed statistics."""

    name: str
    unit: str
    score: Callable[[Sequence[float]], float]  # totals [C] -> value, NaN where it is undefined


def ratio(numerator: float, denominator: float) -> float:
    """``numerator / denominator``; NaN, not an error, where there was nothing to count."""
    return numerator / denominator if denominator else math.nan
