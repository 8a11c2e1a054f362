"""Bootstrap over test sentences: full-size resamples with replacement, the same for all systems.

Koehn 2004. Resamples are drawn exactly as sacrebleu's paired bootstrap draws them. They depend on
the number of sentences and on the seed alone, so that every system, every seed of a system and
every measure meet the same resamples, which makes differences paired. They tell how the score
would move with another test set; how it moves with another training run, only several seeds tell.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

CHUNK = 2**22
"""Drawn indices held at once (32 MiB): a chunk of resamples, whatever their number in all."""


class Bootstrap(NamedTuple):
    """How uncertainty over the test set is computed."""

    samples: int
    confidence: float
    seed: int


def resampled_totals(statistics: np.ndarray, samples: int, seed: int) -> np.ndarray:
    """Sum the rows of ``statistics`` [N, C] over each of ``samples`` resamples: [R, C]."""
    # How often each sentence was drawn, times its statistics, is the resample's sum.
    parts = [counts @ statistics for counts in _draw_counts(len(statistics), samples, seed)]
    return np.concatenate(parts)


def percentile_interval(values: np.ndarray, confidence: float) -> tuple[float, float]:
    """The middle ``confidence`` of resampled ``values`` [R]; NaN (undefined) ones left out."""
    tail = (1.0 - confidence) / 2.0
    defined = values[~np.isnan(values)]
    if len(defined) == 0:
        return float("nan"), float("nan")
    low, high = np.quantile(defined, [tail, 1.0 - tail])
    return float(low), float(high)


def _draw_counts(sentences: int, samples: int, seed: int) -> Iterator[np.ndarray]:
    """Yield [R', N] float64: draws of each sentence, for a chunk of resamples after another."""
    generator = np.random.default_rng(seed)
    at_once = max(1, CHUNK // sentences)
    for start in range(0, samples, at_once):
        size = min(at_once, samples - start)
        drawn = generator.choice(sentences, size=(size, sentences), replace=True)  # [R', N]
        # One flat count: sentence n of resample r is cell r * N + n.
        drawn += np.arange(size)[:, None] * sentences
        counts = np.bincount(drawn.ravel(), minlength=size * sentences)
        yield counts.reshape(size, sentences).astype(np.float64)
