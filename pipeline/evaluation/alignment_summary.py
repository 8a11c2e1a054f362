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
from pipeline.evaluation.judged import judged
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
    sure: frozenset[Link]
    """Links that are right; empty where none are known."""
    possible: frozenset[Link]
    """Links that are not wrong; the sure ones are among them."""
    judged: frozenset[int]
    """Target words that the reference judges (:mod:`pipeline.evaluation.judged`)."""


def summarise(
    sentences: Sequence[Aligned],
    moved: Sequence[np.ndarray],
    moved_shift: int,
    kind: str,
    seed: int,
    bootstrap: Bootstrap,
) -> dict:
    """Return the content of alignment.json for a run trained with ``seed``.

    ``reference`` in it is over the sentences with known links, of ``kind`` gold or silver; null
    where there are none. ``other_shift`` is the same for ``moved``, the weights between words if
    rows belonged to the other word, as with an alignment_shift of ``moved_shift``.
    """
    hard = [hard_alignment(one.weights, one.target_words, one.source_words) for one in sentences]
    shape = {
        SHARPNESS_MEASURES: [sharpness_statistics(*one[:3]) for one in sentences],
        MONOTONICITY_MEASURES: [monotonicity_statistics(aligned) for aligned in hard],
    }
    other = [
        hard_alignment(weights, one.target_words, one.source_words)
        for weights, one in zip(moved, sentences, strict=True)
    ]
    against = {
        name: _against(sentences, aligned, seed, bootstrap)
        for name, aligned in (("reference", hard), ("other_shift", other))
    }
    for name, shift in (("reference", 1 - moved_shift), ("other_shift", moved_shift)):
        if against[name] is not None:
            against[name] = {"kind": kind, "alignment_shift": shift, **against[name]}
    return {
        "attends": True,
        "sentences": len(sentences),
        "target_words": sum(one.target_words for one in sentences),
        "confidence": bootstrap.confidence,
        "samples": bootstrap.samples,
        "measures": figures(shape, seed, bootstrap),
        **against,
    }


def _against(
    sentences: Sequence[Aligned], hard: Sequence[np.ndarray], seed: int, bootstrap: Bootstrap
) -> dict | None:
    """Figures of hard alignments against the reference; None where no link is known."""
    known = [
        (
            aligned,
            one._replace(
                sure=judged(one.sure, one.judged), possible=judged(one.possible, one.judged)
            ),
        )
        for aligned, one in zip(hard, sentences, strict=True)
        if one.possible
    ]
    if not known:
        return None
    statistics = {
        LINK_MEASURES: [
            link_statistics(judged(links(aligned), one.judged), one.sure, one.possible)
            for aligned, one in known
        ],
        (ACCURACY,): [accuracy_statistics(aligned, one.possible) for aligned, one in known],
    }
    return {
        "sentences": len(known),
        "links": sum(len(one.sure) for _, one in known),
        "possible_links": sum(len(one.possible) for _, one in known),
        **figures(statistics, seed, bootstrap),
    }


def figures(
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
