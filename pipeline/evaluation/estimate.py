"""A figure with its uncertainty: over the test set by bootstrap, over training by several seeds."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from pipeline.evaluation.measure import Measure
from pipeline.evaluation.resample import percentile_interval, resampled_totals

DIGITS = 6
"""Decimals kept in files: far below any interval, and above the last bits that may differ
between two machines' matrix products."""


class Sampled(NamedTuple):
    """One measure of a system trained K times: on the test set, and on every resample of it."""

    values: np.ndarray  # [K]
    samples: np.ndarray  # [K, R]

    def minus(self, baseline: Sampled) -> Sampled:
        """The paired difference to ``baseline``, seed by seed and resample by resample."""
        return Sampled(self.values - baseline.values, self.samples - baseline.samples)


class Column(NamedTuple):
    """One measure of one system: a statistics matrix for each of its K training runs."""

    measure: Measure
    statistics: Sequence[np.ndarray]  # K times [N, C]


def sample_columns(columns: Sequence[Column], samples: int, seed: int) -> list[Sampled]:
    """Score each column's runs on the test set and on the same ``samples`` resamples of it.

    Every matrix must speak of the same N sentences in the same order (ValueError if not).
    """
    matrices = [matrix for column in columns for matrix in column.statistics]
    if len({len(matrix) for matrix in matrices}) > 1:
        raise ValueError("statistics of different numbers of sentences cannot be paired")
    totals = resampled_totals(np.hstack(matrices), samples, seed)  # [R, all C]
    scored, start = [], 0
    for measure, statistics in columns:
        values, sampled = [], []
        for matrix in statistics:
            part = totals[:, start : start + matrix.shape[1]]
            start += matrix.shape[1]
            values.append(measure.score(matrix.sum(axis=0).tolist()))
            sampled.append([measure.score(row) for row in part.tolist()])
        scored.append(Sampled(np.array(values), np.array(sampled)))
    return scored


def describe(sampled: Sampled, seeds: Sequence[int], unit: str, confidence: float) -> dict | None:
    """The figure as written to files; None where it is undefined.

    ``mean`` is the mean over seeds of the score on the whole test set. ``low`` and ``high`` bound
    the middle ``confidence`` of that same mean over resamples of the test set. ``seed_spread`` is
    the standard deviation over seeds (n - 1 in the denominator), null with one seed.
    """
    mean = float(sampled.values.mean())
    if math.isnan(mean):
        return None
    low, high = percentile_interval(sampled.samples.mean(axis=0), confidence)
    several = len(seeds) > 1
    return {
        "mean": rounded(mean),
        "low": rounded(low),
        "high": rounded(high),
        "unit": unit,
        "seeds": [
            {"seed": seed, "value": rounded(value)}
            for seed, value in zip(seeds, sampled.values, strict=True)
        ],
        "seed_spread": rounded(sampled.values.std(ddof=1)) if several else None,
        "samples": int(sampled.samples.shape[1]),
    }


def p_value(difference: Sampled) -> float:
    """sacrebleu's p-value of a paired bootstrap, of the mean over seeds.

    The share of resamples whose absolute difference, less its mean over resamples, exceeds the
    absolute difference seen (Koehn 2004, as in Moses and multeval; one is added above and below).
    With one seed it is the very number that ``sacrebleu.significance.PairedTest`` gives; it is
    computed here because that class knows one output per system, and would score every system
    anew for each pair. It counts one tail only: of simulated systems that do not differ, 13 of 100
    fall below 0.05, where the 95% interval of the difference leaves 0 out for 5. Judge by the
    interval.
    """
    seen = abs(difference.values.mean())
    resampled = np.abs(difference.samples.mean(axis=0))  # [R]
    beyond = int(np.sum(resampled - resampled.mean() > seen))
    return rounded((beyond + 1) / (len(resampled) + 1))


def rounded(value: float) -> float:
    """``value`` at the precision of files; a zero never carries a sign."""
    return round(float(value), DIGITS) + 0.0
