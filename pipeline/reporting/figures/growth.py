"""How a training step's time grows with the source's length."""

from __future__ import annotations

from collections.abc import Mapping

from matplotlib.figure import Figure

from pipeline.reporting.figures.lines import Axis, Series, draw_lines
from pipeline.reporting.figures.style import Line

AXIS = Axis("tokens in the source, as many in the target", "milliseconds per training step")


def draw_growth(by_length: Mapping[str, list[dict]], lines: Mapping[str, Line]) -> Figure | None:
    """Draw ``step_ms`` over ``source_length`` for every system of ``lines``; None of none."""
    series = []
    for slug, line in lines.items():
        if rows := by_length.get(slug):
            steps = tuple(row["step_ms"] for row in rows)
            lengths = tuple(float(row["source_length"]) for row in rows)
            series.append(Series(slug, lengths, steps, steps, steps, line))
    return draw_lines(series, AXIS) if series else None
