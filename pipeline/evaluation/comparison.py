"""Pairwise differences between systems, by paired bootstrap."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from pipeline.evaluation.estimate import Sampled, describe, p_value
from pipeline.evaluation.sentence_set import UNITS


def compare(
    scored: Mapping[str, Mapping[str, Sampled]],
    metrics: Sequence[str],
    bucket: str,
    seeds: Sequence[int],
    confidence: float,
) -> list[dict]:
    """Compare every two systems of ``scored`` (as ``score_set`` gives it) in each of ``metrics``.

    ``difference`` is ``system`` minus ``baseline``, the baseline being the one listed earlier in
    experiment.systems: an order fixed before any score is known, so that a sign is never chosen
    for looking good. A metric that the set does not have is left out.
    """
    return [
        {
            "system": system,
            "baseline": baseline,
            "metric": metric,
            "bucket": bucket,
            "difference": describe(difference, seeds, UNITS[metric], confidence),
            "p_value": p_value(difference),
            "seeds": list(seeds),
        }
        for metric in metrics
        for baseline, system in combinations(scored, 2)
        if metric in scored[system]
        for difference in [scored[system][metric].minus(scored[baseline][metric])]
    ]
