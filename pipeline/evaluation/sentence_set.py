"""Scores of all systems on one set of test sentences, all on the same resamples of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from pipeline.evaluation.bleu import BLEU
from pipeline.evaluation.chrf import CHRF
from pipeline.evaluation.estimate import Column, Sampled, sample_columns
from pipeline.evaluation.held_out import HeldOut
from pipeline.evaluation.perplexity import PERPLEXITY
from pipeline.evaluation.run_statistics import RunStatistics

FULL = {"bleu": BLEU, "bleu_replaced": BLEU, "chrf": CHRF, "perplexity": PERPLEXITY}
"""Measures over every sentence of a set, by the field of RunStatistics they are made of."""

KNOWN = {"bleu_no_unk": BLEU}
"""Measures over its sentences without unknown words."""

UNITS = {name: measure.unit for name, measure in (FULL | KNOWN).items()}


class SentenceSet(NamedTuple):
    """All test sentences, or one length bucket of them."""

    label: str
    rows: np.ndarray  # [N] rows of the test set
    known_rows: np.ndarray  # [U] of its sentences without unknown words, places among all such


def sentence_set(label: str, rows: np.ndarray, test: HeldOut) -> SentenceSet:
    """The set of the test sentences ``rows``."""
    inside = np.zeros(len(test.ids), dtype=bool)
    inside[rows] = True
    return SentenceSet(label, rows, np.flatnonzero(inside[test.known]))


def score_set(
    sentences: SentenceSet,
    runs: Mapping[str, Sequence[RunStatistics]],
    samples: int,
    seed: int,
) -> dict[str, dict[str, Sampled]]:
    """Score every system on ``sentences``: system -> measure -> sampled over its training runs.

    A measure over sentences without unknown words is absent where the set has none.
    """
    scored: dict[str, dict[str, Sampled]] = {system: {} for system in runs}
    for measures, rows in ((FULL, sentences.rows), (KNOWN, sentences.known_rows)):
        if len(rows) == 0:
            continue
        keys = [(system, name) for system in runs for name in measures]
        columns = [
            Column(measures[name], [getattr(run, name)[rows] for run in runs[system]])
            for system, name in keys
        ]
        sampled = sample_columns(columns, samples, seed)
        for (system, name), one in zip(keys, sampled, strict=True):
            scored[system][name] = one
    return scored
