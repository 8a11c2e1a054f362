"""Measures of one run with their intervals, as they stand in probes.json."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from pipeline.evaluation.estimate import Column, describe, sample_columns
from pipeline.evaluation.measure import Measure, ratio
from pipeline.evaluation.resample import Bootstrap

Rows = Sequence[Sequence[float]]


def mean_of(name: str, unit: str) -> Measure:
    """The measure of statistics (sum, count): their mean, NaN where nothing was counted."""
    return Measure(name, unit, lambda totals: ratio(totals[0], totals[1]))


def described(
    statistics: Sequence[tuple[Measure, Rows]], seed: int, bootstrap: Bootstrap
) -> dict[str, dict | None]:
    """Name -> figure of a run trained with ``seed``; None where a measure is undefined.

    ``statistics`` pairs a measure with a row for each unit that is resampled (a sentence, a word, a
    run of verses); all have the same units in the same order.
    """
    columns = [Column(measure, [np.array(rows, dtype=np.float64)]) for measure, rows in statistics]
    sampled = sample_columns(columns, bootstrap.samples, bootstrap.seed)
    return {
        column.measure.name: describe(one, [seed], column.measure.unit, bootstrap.confidence)
        for column, one in zip(columns, sampled, strict=True)
    }


def by_name(measures: Mapping[str, Measure], rows: Sequence[Mapping[str, Sequence[float]]]):
    """Pair each measure with its rows, taken by its name from what every unit gave."""
    return [(measure, [row[name] for row in rows]) for name, measure in measures.items()]
