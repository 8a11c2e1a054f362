"""How time and memory grow with the source's length."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from matplotlib.figure import Figure

from pipeline.reporting.figures.lines import Axis, Series, draw_lines
from pipeline.reporting.figures.style import Line

ACROSS = "tokens in the source, as many in the target"
MEASURES = {
    "step_ms": "milliseconds per training step",
    "decode_ms_per_sentence": "milliseconds to translate one sentence",
    "memory_mib": "MiB that a training step takes",
}
"""Key of a row of the benchmark's ``by_length`` -> its name along the axis."""


def measured(by_length: Mapping[str, list[dict]], slug: str, measure: str) -> list[dict]:
    """The rows of a system that hold the measure: on some systems memory is not told."""
    return [row for row in by_length.get(slug, ()) if row[measure] is not None]


def draw_growth(
    by_length: Mapping[str, list[dict]], lines: Mapping[str, Line], measure: str = "step_ms"
) -> Figure | None:
    """Draw one of MEASURES over ``source_length`` for each system of ``lines``; None of none."""
    series = []
    for slug, line in lines.items():
        if rows := measured(by_length, slug, measure):
            values = tuple(row[measure] for row in rows)
            lengths = tuple(float(row["source_length"]) for row in rows)
            low, high = (tuple(_end(row, measure, end) for row in rows) for end in (min, max))
            series.append(Series(slug, lengths, values, low, high, line))
    return draw_lines(series, Axis(ACROSS, MEASURES[measure])) if series else None


def _end(row: dict, measure: str, end: Callable[[list[float]], float]) -> float:
    """The least or the most of the rounds, where a measure has rounds."""
    return end(row.get(f"{measure}_rounds") or [row[measure]])
