"""Lines with bands for a set of systems: together with direct labels, or a panel for each.

Up to six systems share one pair of axes. More would be a tangle, and so would lines drawn alike:
each then gets its own panel, in which it alone is coloured and all others stand behind it in grey.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from pipeline.reporting.estimate import Estimate
from pipeline.reporting.figures.direct_labels import label_ends
from pipeline.reporting.figures.style import FAINT, TOGETHER, WIDTH, Line

COLUMNS = 3
MARKERS = 12
"""At most so many on a line: on one of many points some stand without."""


@dataclass(frozen=True)
class Series:
    """One system's line: values over ``x`` with an interval at each (equal to them where none)."""

    name: str
    x: tuple[float, ...]
    y: tuple[float, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]
    line: Line

    @classmethod
    def of(cls, name: str, x: Iterable[float], values: Iterable[Estimate], line: Line) -> Series:
        """The line of ``values`` over ``x``; where one has no interval the band has no width."""
        found = list(values)
        return cls(
            name=name,
            x=tuple(map(float, x)),
            y=tuple(value.mean for value in found),
            low=tuple(value.mean if value.low is None else value.low for value in found),
            high=tuple(value.mean if value.high is None else value.high for value in found),
            line=line,
        )


@dataclass(frozen=True)
class Axis:
    """The axes' names, and ticks where the values of x are places rather than numbers."""

    x: str
    y: str
    ticks: tuple[tuple[float, str], ...] = ()
    from_zero: bool = True


def draw_lines(series: Sequence[Series], axis: Axis) -> Figure:
    """Draw all ``series``: in one pair of axes up to six, else in small multiples."""
    if together([one.line for one in series]):
        return _together(series, axis)
    return _apart(series, axis)


def together(lines: Sequence[Line]) -> bool:
    """Whether one pair of axes holds ``lines``: they are few, and no two are drawn alike."""
    return len(lines) <= TOGETHER and len(set(lines)) == len(lines)


def in_panels(lines: Sequence[Line]) -> str:
    """What a caption says of ``lines``: nothing where one pair of axes holds them."""
    if together(lines):
        return ""
    return " Each system has a panel of its own; the others stand behind it in grey."


def _together(series: Sequence[Series], axis: Axis) -> Figure:
    figure, axes = plt.subplots(figsize=(WIDTH, 4.3), layout="constrained")
    for index, one in enumerate(series):
        _draw(axes, one, band=0.13, first=index)
    _dress(axes, axis)
    axes.set_xlabel(axis.x)
    axes.set_ylabel(axis.y)
    label_ends(axes, [(one.x[-1], one.y[-1], one.name, one.line.colour) for one in series])
    return figure


def _apart(series: Sequence[Series], axis: Axis) -> Figure:
    rows = math.ceil(len(series) / COLUMNS)
    figure, grid = _panels(rows, bottom=0.85 if _many(axis) else 0.55)
    panels = list(grid.flat)
    for axes in panels[len(series) :]:
        axes.set_visible(False)
    for index, axes in enumerate(panels[: len(series)]):
        for other in series:
            axes.plot(other.x, other.y, color=FAINT, linewidth=0.7, zorder=1)
        _draw(axes, series[index], band=0.2)
        axes.set_title(
            series[index].name, loc="left", color=series[index].line.colour, fontweight="bold"
        )
    # Only now, for all share one scale: a limit that is set stays, whatever is drawn after it.
    for index, axes in enumerate(panels[: len(series)]):
        _dress(axes, axis)
        if index + COLUMNS >= len(series):
            axes.tick_params(labelbottom=True)
    figure.supxlabel(axis.x, fontsize=9.5, y=0.06 / figure.get_figheight(), va="bottom")
    figure.supylabel(axis.y, fontsize=9.5, x=0.06 / WIDTH, ha="left")
    return figure


def _panels(rows: int, bottom: float) -> tuple[Figure, np.ndarray]:
    """A grid of axes with fixed margins, in inches: finding them out takes seconds for many."""
    left, right, top, panel, between = 0.62, 0.12, 0.3, 1.3, 0.5
    height = top + rows * panel + (rows - 1) * between + bottom
    return plt.subplots(
        rows,
        COLUMNS,
        figsize=(WIDTH, height),
        sharex=True,
        sharey=True,
        squeeze=False,
        gridspec_kw={
            "left": left / WIDTH,
            "right": 1 - right / WIDTH,
            "top": 1 - top / height,
            "bottom": bottom / height,
            "hspace": between / panel,
            "wspace": 0.16,
        },
    )


def _draw(axes: Axes, one: Series, band: float, first: int = 0) -> None:
    """``first``: where the markers of a long line begin, so that those of two lines do not meet."""
    between = math.ceil(len(one.x) / MARKERS)
    axes.fill_between(one.x, one.low, one.high, color=one.line.colour, alpha=band, linewidth=0)
    (line,) = axes.plot(
        one.x,
        one.y,
        color=one.line.colour,
        marker=one.line.marker,
        markevery=(first % between, between),
        markersize=4.5,
        markeredgecolor="white",
        markeredgewidth=0.6,
        linewidth=1.7,
        zorder=3,
    )
    if one.line.dashes:
        line.set_dashes(one.line.dashes)


def _many(axis: Axis) -> bool:
    """Whether a small panel has no room for the ticks' names side by side."""
    return len(axis.ticks) > 3


def _dress(axes: Axes, axis: Axis) -> None:
    if axis.ticks:
        many = _many(axis) and axes.get_subplotspec().get_gridspec().ncols > 1
        axes.set_xticks(
            [place for place, _ in axis.ticks],
            # A small panel has no room for the second line of a name.
            [name.split("\n")[0] if many else name for _, name in axis.ticks],
            rotation=45 if many else 0,
            ha="right" if many else "center",
            rotation_mode="anchor" if many else "default",
        )
    if axis.from_zero:
        axes.set_ylim(bottom=0)
    axes.margins(x=0.03)
