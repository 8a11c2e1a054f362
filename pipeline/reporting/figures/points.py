"""One value with its interval for each of several rows: named points on a common scale."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from pipeline.reporting.estimate import Estimate, decimal
from pipeline.reporting.figures.style import INK, WIDTH, Line

ROW_HEIGHT = 0.28
"""Inches, of a row that holds its value alone."""
TALL = 0.42
"""Inches, of one with the seeds above it or the paper's value below it."""
ABOVE, BELOW = -0.27, 0.31
"""Where seeds and the paper's value stand, in rows."""
SMALL = 8.5


@dataclass(frozen=True)
class Point:
    """A row: what it is of, the value, how it is drawn, and the paper's value where it has one."""

    name: str
    value: Estimate
    line: Line
    paper: float | None = None

    @property
    def each(self) -> tuple[float, ...]:
        """The value of every seed, where there are several."""
        values = tuple(value for _, value in self.value.seeds)
        return values if len(values) > 1 else ()


@dataclass(frozen=True)
class Scale:
    """The values' name, decimals, and where the axis ends (None: where they do)."""

    label: str
    digits: int
    end: float | None = None


def draw_points(
    points: Sequence[Point], scale: Scale, marks: Sequence[tuple[float, str]] = ()
) -> Figure:
    """Draw ``points`` from the top down, and ``marks`` (value, name) as rules across all rows."""
    tall = any(one.each or one.paper is not None for one in points)
    row_height = TALL if tall else ROW_HEIGHT
    height = 0.85 + row_height * len(points) + ROW_HEIGHT * len(marks)
    figure, axes = plt.subplots(figsize=(WIDTH, height), layout="constrained")
    for place, one in enumerate(points):
        _draw(axes, place, one, scale.digits)
    # Each rule is named on a line of its own below the points.
    for row, (value, name) in enumerate(marks):
        axes.axvline(value, color=INK, linewidth=0.8, dashes=(3, 2), zorder=0)
        place = len(points) - 0.4 + (row + 0.3) * ROW_HEIGHT / row_height
        _write(axes, name, value, place, 4)
    axes.set_yticks(range(len(points)), [one.name for one in points])
    for text, one in zip(axes.get_yticklabels(), points, strict=True):
        text.set(color=one.line.colour, fontweight="bold")
    axes.tick_params(axis="y", length=0)
    axes.set_ylim(len(points) - 0.4 + len(marks) * ROW_HEIGHT / row_height, -0.6)
    axes.set_xlim(0, scale.end or 1.22 * max(_ends(points)))
    axes.set_xlabel(scale.label)
    axes.grid(axis="x", visible=True)
    axes.grid(axis="y", visible=False)
    return figure


def _draw(axes: Axes, place: int, one: Point, digits: int) -> None:
    mean, colour = one.value.mean, one.line.colour
    end = mean
    if one.value.has_interval:
        ends, end = (one.value.low, one.value.high), max(mean, one.value.high)
        axes.plot(ends, (place, place), color=INK, marker="|", linewidth=1.1, markersize=6)
    axes.plot([mean], [place], color=colour, marker=one.line.marker, markersize=5)
    _write(axes, one.value.shown(digits), end, place, 7)
    if one.each:
        axes.plot(
            one.each, [place + ABOVE] * len(one.each), ".", color=colour, markersize=4, alpha=0.7
        )
    if one.paper is not None:
        axes.plot(
            [one.paper], [place + BELOW], "D", markersize=3.6, markeredgecolor=INK, color="white"
        )
        _write(axes, f"paper {decimal(one.paper, 2)}", one.paper, place + BELOW, 5, SMALL - 1)


def _write(
    axes: Axes, text: str, value: float, place: float, away: int, size: float = SMALL
) -> None:
    """Write ``text`` to the right of a value, ``away`` points from it."""
    axes.annotate(
        text,
        (value, place),
        xytext=(away, 0),
        textcoords="offset points",
        va="center",
        fontsize=size,
    )


def _ends(points: Iterable[Point]) -> Iterable[float]:
    for one in points:
        yield max(one.value.mean, one.value.high or 0.0, one.paper or 0.0, *one.each)
