"""One value with its interval for each of several rows: named points on a common scale."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import matplotlib.pyplot as plt
from matplotlib.figure import Figure

from pipeline.reporting.figures.style import INK, WIDTH, Line

ROW_HEIGHT = 0.28
"""Inches."""


@dataclass(frozen=True)
class Point:
    """A row: its name, value and interval (equal to the value where there is none)."""

    name: str
    value: float
    low: float
    high: float
    line: Line


def draw_points(
    points: Sequence[Point], label: str, marks: Sequence[tuple[float, str]] = ()
) -> Figure:
    """Draw ``points`` from the top down, and ``marks`` (value, name) as rules across all rows."""
    height = 1.0 + ROW_HEIGHT * (len(points) + len(marks))
    figure, axes = plt.subplots(figsize=(WIDTH, height), layout="constrained")
    places = range(len(points))
    for place, one in zip(places, points, strict=True):
        axes.plot([one.low, one.high], [place, place], color=one.line.colour, linewidth=2.6)
        axes.plot(
            [one.value], [place], color=one.line.colour, marker=one.line.marker, markersize=4.5
        )
        axes.annotate(
            f"{one.value:.2f}",
            (one.high, place),
            xytext=(6, 0),
            textcoords="offset points",
            va="center",
            fontsize=8.5,
        )
    # Each rule is named on a line of its own below the points.
    for row, (value, name) in enumerate(marks):
        axes.axvline(value, color=INK, linewidth=0.8, dashes=(3, 2), zorder=0)
        axes.annotate(
            name,
            (value, len(points) + row - 0.1),
            xytext=(4, 0),
            textcoords="offset points",
            va="center",
            fontsize=8.5,
        )
    axes.set_yticks(list(places), [one.name for one in points])
    axes.set_ylim(len(points) + len(marks) - 0.4, -0.6)
    axes.set_xlim(0, 1)
    axes.set_xlabel(label)
    axes.grid(axis="x", color="#e6e6e6", linewidth=0.7)
    axes.grid(axis="y", visible=False)
    return figure
