"""What the alignments of one run are like, as written to alignment.json."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from pipeline.evaluation.aer import (
    ACCURACY,
    LINK_MEASURES,
    Link,
    accuracy_statistics,
    link_statistics,
)
from pipeline.evaluation.estimate import Column, describe, sample_columns
from pipeline.evaluation.hard_alignment import hard_alignment, links
from pipeline.evaluation.measure import Measure
from pipeline.evaluation.monotonicity import MONOTONICITY_MEASURES, monotonicity_statistics
from pipeline.evaluation.resample import Bootstrap
from pipeline.evaluation.sharpness import SHARPNESS_MEASURES, sharpness_statistics

FIXED_CONTEXT = {"attends": False}
"""The summary of a system that has no attention weights."""


class Aligned(NamedTuple):
    """One test sentence's attention between words, and its reference links."""

    weights: np.ndarray  # [T', S'] between words, the end of sentence last on both sides
    target_words: int
    source_words: int
    reference: frozenset[Link]
    """Known right links; empty where none are known."""


def summarise(sentences: Sequence[Aligned], seed: int, bootstrap: Bootstrap) -> dict:
    """Return the content of alignment.json for a run trained with ``seed``.

    ``reference`` in it is null where the corpus has no known links; else it is over the sentences
    that have some, every link being both sure and possible.
    """
    hard = [hard_alignment(one.weights, one.target_words, one.source_words) for one in sentences]
    shape = {
        SHARPNESS_MEASURES: [sharpness_statistics(*one[:3]) for one in sentences],
        MONOTONICITY_MEASURES: [monotonicity_statistics(aligned) for aligned in hard],
    }
    known = [k for k, one in enumerate(sentences) if one.reference]
    against = {
        LINK_MEASURES: [
            link_statistics(links(hard[k]), sentences[k].reference, sentences[k].reference)
            for k in known
        ],
        (ACCURACY,): [accuracy_statistics(hard[k], sentences[k].reference) for k in known],
    }
    reference = None
    if known:
        reference = {
            "sentences": len(known),
            "links": sum(len(sentences[k].reference) for k in known),
            **_figures(against, seed, bootstrap),
        }
    return {
        "attends": True,
        "sentences": len(sentences),
        "target_words": sum(one.target_words for one in sentences),
        "confidence": bootstrap.confidence,
        "samples": bootstrap.samples,
        "measures": _figures(shape, seed, bootstrap),
        "reference": reference,
    }


def _figures(
    statistics: dict[tuple[Measure, ...], Sequence[Sequence[float]]],
    seed: int,
    bootstrap: Bootstrap,
) -> dict[str, dict | None]:
    """Every measure of ``statistics`` (measures -> a row per sentence) with its interval."""
    columns = [
        Column(measure, [np.array(rows, dtype=np.float64)])
        for measures, rows in statistics.items()
        for measure in measures
    ]
    sampled = sample_columns(columns, bootstrap.samples, bootstrap.seed)
    return {
        column.measure.name: describe(one, [seed], column.measure.unit, bootstrap.confidence)
        for column, one in zip(columns, sampled, strict=True)
    }
