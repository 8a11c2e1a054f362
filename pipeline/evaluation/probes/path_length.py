"""Path length: how the gradient of an output reaches the source words, near and far.

With a fixed context what is known of source word 1 passes O(S) steps of the encoder before the
decoder sees it; with attention it passes one. If the steps lose something, the gradient of the
output's log-probability with respect to the word's embedding is smaller the farther the word is.

Each output's gradient norms over the n source words are divided by their mean, so that every output
counts alike and 1 is what a word would have if all had the same. The ends of sentences are left
out, and so are outputs that no source word moves.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from pipeline.evaluation.measure import Measure, ratio
from pipeline.evaluation.probes.described import by_name, described, mean_of
from pipeline.evaluation.resample import Bootstrap

EVEN = "gradient, 1 = the mean word's"
NEAR = 2
"""Words from the decoder's place that count as near it."""
SHORTEST = 3
"""Source words that a sentence needs to have thirds."""
CURVES = ("from_end", "from_start", "from_step")
"""Distance of a source word from the last word, from the first, and from the decoder's place:
target word t of m reads at source word t n / m where both sides run side by side."""


def path_length(
    sentences: Sequence[np.ndarray], longest: int, seed: int, bootstrap: Bootstrap
) -> dict:
    """What is measured on gradient norms [m, n] between the words of each of N sentences.

    Curves reach to a distance of ``longest`` words. A curve's point is the mean over all outputs
    and words at that distance.
    """
    rows = [_statistics(norms, longest) for norms in sentences]
    places = [(curve, distance) for curve in CURVES for distance in range(longest + 1)]
    points = [
        (mean_of(f"{curve} {distance}", EVEN), [row[curve][distance] for row in rows])
        for curve, distance in places
    ]
    found = described([*by_name(MEASURES, rows), *points], seed, bootstrap)
    return {
        "sentences": len(sentences),
        "outputs": sum(len(norms) for norms in sentences),
        "outputs_not_moved": sum(int((norms.sum(1) == 0).sum()) for norms in sentences),
        "measures": {name: found[name] for name in MEASURES},
        "curves": {
            curve: [
                {"distance": distance, "gradient": figure}
                for distance in range(longest + 1)
                if (figure := found[f"{curve} {distance}"]) is not None
            ]
            for curve in CURVES
        },
    }


def _slope(totals: Sequence[float]) -> float:
    """Least squares of y on x from the sums of 1, x, y, xy, x^2."""
    count, x, y, xy, xx = totals
    return ratio(count * xy - x * y, count * xx - x * x)


MEASURES = {
    "first_third": mean_of("first_third", EVEN),
    "last_third": mean_of("last_third", EVEN),
    "thirds_ratio": Measure(
        "thirds_ratio", "first third for the last third", lambda sums: ratio(sums[0], sums[1])
    ),
    "decay": Measure(
        "decay", "log gradient per word from the end", lambda sums: ratio(sums[0], sums[1])
    ),
    "thirds_ratio_by_length": Measure(
        "thirds_ratio_by_length", "log ratio of thirds per source word", _slope
    ),
    "near_step": mean_of("near_step", EVEN),
}
"""``thirds_ratio`` below 1: the first words reach the outputs less than the last. ``decay``: slope
within sentences, below 0 where words farther from the end reach them less. The slope of the log
ratio against sentence length is below 0 where it gets worse in long sentences. ``near_step``: words
at most NEAR words from the decoder's place."""


def _statistics(norms: np.ndarray, longest: int) -> dict[str, Sequence[float]]:
    """One sentence's sums for every measure and curve."""
    norms = norms[norms.sum(1) > 0]
    outputs, words = norms.shape
    shares = norms / norms.mean(1, keepdims=True)  # [m', n], mean 1 a row
    thirds = words // 3 if words >= SHORTEST else 0
    first, last = shares[:, :thirds].sum(), shares[:, words - thirds :].sum()
    place = np.arange(words)
    distances = {
        "from_end": np.broadcast_to(words - 1 - place, shares.shape),
        "from_start": np.broadcast_to(place, shares.shape),
        "from_step": _from_step(outputs, words),
    }
    return {
        "first_third": (first, outputs * thirds),
        "last_third": (last, outputs * thirds),
        "thirds_ratio": (first, last),
        "decay": _decay(norms),
        "thirds_ratio_by_length": _point(words, first, last),
        "near_step": _mean_where(shares, distances["from_step"] <= NEAR),
        **{curve: _by_distance(shares, distances[curve], longest) for curve in CURVES},
    }


def _from_step(outputs: int, words: int) -> np.ndarray:
    """[m, n]: whole words between a source word and the place of an output, middles compared."""
    reached = (np.arange(outputs)[:, None] + 0.5) * words / max(outputs, 1) - 0.5
    return np.floor(np.abs(np.arange(words) - reached) + 0.5).astype(int)


def _decay(norms: np.ndarray) -> tuple[float, float]:
    """Sums of products and of squares, of log norms against the distance from the end."""
    norms = norms[(norms > 0).all(1)]
    distance = np.arange(norms.shape[1])[::-1] - (norms.shape[1] - 1) / 2  # about its mean
    return float((np.log(norms) @ distance).sum()), float(len(norms) * (distance @ distance))


def _point(words: int, first: float, last: float) -> tuple[float, ...]:
    if first <= 0 or last <= 0:
        return (0.0,) * 5
    value = math.log(first / last)
    return (1.0, words, value, words * value, words * words)


def _mean_where(values: np.ndarray, where: np.ndarray) -> tuple[float, float]:
    return float(values[where].sum()), float(where.sum())


def _by_distance(values: np.ndarray, distance: np.ndarray, longest: int) -> np.ndarray:
    """[longest + 1, 2]: sum and count of the values at every distance."""
    inside = distance <= longest
    found = distance[inside]
    size = longest + 1
    sums = np.bincount(found, weights=values[inside], minlength=size)
    return np.stack([sums, np.bincount(found, minlength=size)], axis=1)
