"""The interval of a figure over the test set and over seeds, with few seeds or a single one.

A bootstrap over test sentences says nothing of another training. With K seeds the mean of K
trainings has a standard error of spread / sqrt(K), but the spread of two or three values is itself
hardly known, and of one value not at all. So a prior is stated: the standard deviation from seed
to seed that others measured, given the weight of ``PRIOR_WEIGHT`` trainings beyond the first:

    spread^2 = (w prior^2 + (K - 1) s^2) / (w + K - 1),   half width = t(w + K - 1) spread / sqrt(K)

with s the standard deviation of the K values (Gelman et al., Bayesian Data Analysis, section 3.3:
the scaled inverse chi-square prior of a variance). One seed then rests on the prior alone. For the
difference of two systems, each with a standard deviation of 0.7 BLEU, the half widths at 95% are
2.7 BLEU with one seed, 1.4 with three and 1.0 with five: the gaps of about 1 BLEU between score
functions need five seeds or more, as the literature has it.

The half widths over the test set and over seeds are of independent causes, and so add like the
sides of a right angle (Zou and Donner 2008). Where part of the spread over seeds is due to the
test sentences, it is counted twice: the interval is too wide rather than too narrow.
"""

from __future__ import annotations

import math
from statistics import stdev

from scipy.special import stdtrit  # scipy.stats, whose t.ppf it is, takes a second to import

from pipeline.claims.measured import Estimate, Measured

SEED_SD_BLEU = 0.7
"""Standard deviation of BLEU from seed to seed, one system: the top of what others found on small
corpora, 0.2 to 0.7."""

PRIOR_WEIGHT = 4
"""Trainings beyond the first that the prior counts as."""


def seed_half_width(values: list[float], prior: float, confidence: float) -> float:
    """Half the width of the interval of the mean of ``values``, one a seed, over trainings.

    ``prior`` is the standard deviation of one value, in the unit of the values.
    """
    count = len(values)
    freedom = PRIOR_WEIGHT + count - 1
    seen = stdev(values) ** 2 if count > 1 else 0.0
    variance = (PRIOR_WEIGHT * prior**2 + (count - 1) * seen) / freedom
    return float(stdtrit(freedom, 0.5 + confidence / 2)) * math.sqrt(variance / count)


def over_test_and_seeds(
    estimate: Estimate, prior: float, unit: str, confidence: float, only_for: str | None = None
) -> Measured:
    """The figure with the interval that holds both; ``prior`` as in ``seed_half_width``."""
    half = seed_half_width([value for _, value in estimate.values], prior, confidence)
    mean, low, high, values = estimate
    return Measured(
        mean=mean,
        low=mean - math.hypot(mean - low, half),
        high=mean + math.hypot(high - mean, half),
        test_low=low,
        test_high=high,
        unit=unit,
        seeds=values,
        only_for=only_for,
        assumed_sd=prior,
    )
