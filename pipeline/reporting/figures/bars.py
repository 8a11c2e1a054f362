"""Horizontal bars in a group for each system, every bar with its name beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import matplotlib.pyplot as plt
from matplotlib.figure import Figure

from pipeline.reporting.figures.style import INK, WIDTH

BAR = 0.21
"""Inches a bar takes."""
BETWEEN = 0.8
"""Bars' room between two groups."""
SHADES = (1.0, 0.65, 0.4, 0.18, 0.08)
"""How full the colour of a group's bars is, first to last: they differ in grey as well."""


@dataclass(frozen=True)
class Bar:
    """One value with its interval and what it is of."""

    name: str
    value: float
    low: float | None
    high: float | None
    shade: int
    """Which of SHADES: the same for the same thing in every group."""


@dataclass(frozen=True)
class Group:
    """The bars of one system, in its colour."""

    name: str
    colour: tuple[float, float, float]
    bars: tuple[Bar, ...]


def draw_bars(groups: Sequence[Group], label: str) -> Figure:
    """Draw the groups from the top down; ``label`` names the values."""
    count = sum(len(group.bars) for group in groups) + BETWEEN * (len(groups) - 1)
    figure, axes = plt.subplots(figsize=(WIDTH, BAR * count + 0.75), layout="constrained")
    place, middles = 0.0, []
    for group in groups:
        middles.append(place + (len(group.bars) - 1) / 2)
        for bar in group.bars:
            _draw(axes, place, bar, group.colour)
            place += 1
        place += BETWEEN
    axes.set_yticks(middles, [group.name for group in groups])
    for text, group in zip(axes.get_yticklabels(), groups, strict=True):
        text.set(color=group.colour, fontweight="bold")
    axes.tick_params(axis="y", length=0)
    axes.set_ylim(place - BETWEEN - 0.4, -0.6)
    axes.grid(axis="y", visible=False)
    axes.grid(axis="x", visible=True)
    axes.axvline(0, color=INK, linewidth=0.8)
    axes.set_xlabel(label)
    # Room for the names beside the longest bars.
    low, high = axes.get_xlim()
    axes.set_xlim(low, high + 0.34 * (high - low))
    return figure


def _draw(axes, place: float, bar: Bar, colour: tuple[float, float, float]) -> None:
    face = (*colour, SHADES[bar.shade])
    axes.barh(place, bar.value, height=0.82, color=[face], edgecolor=colour, linewidth=0.8)
    end = bar.value
    if bar.low is not None and bar.high is not None:
        # White around it: the half that lies on the bar must be seen on a dark one.
        for colour, width in (("white", 2.6), (INK, 1.0)):
            ends = ([bar.low, bar.high], [place, place])
            axes.plot(*ends, color=colour, linewidth=width, zorder=3, solid_capstyle="butt")
        end = max(end, bar.high)
    axes.annotate(
        f"{bar.name} {bar.value:.2f}",
        (max(end, 0.0), place),
        xytext=(4, 0),
        textcoords="offset points",
        va="center",
        fontsize=8.5,
    )
