"""The look of every figure, in one place, and the one way a figure becomes files.

Lines differ by colour, dash and marker at once, so that they can be told apart in grey and by the
colour-blind: the colours differ in lightness as well as in hue, and each is dark enough for names
to be read in it on white. Files are the same bytes for the same numbers: no dates, no random ids.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import matplotlib

matplotlib.use("Agg")

import matplotlib.pyplot as plt
import seaborn
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure

from pipeline.atomic import written_whole

TOGETHER = 6
"""Systems that one pair of axes holds legibly."""
WIDTH = 6.9
"""Inches across the page of a figure that fills it."""

INK = "#222222"
FAINT = "#c9c9c9"
COLOURS = tuple(
    to_rgb(code) for code in ("#1b3a8f", "#c94f00", "#00694c", "#5c0f5e", "#007fa3", "#141414")
)
"""The first three, which most reports do with, lie farthest apart in grey."""
MARKERS = ("o", "s", "^", "D", "v", "P")
DASHES = ((), (4, 1.6), (1.2, 1.2), (6, 1.4, 1.2, 1.4))


@dataclass(frozen=True)
class Line:
    """How one system is drawn wherever it appears."""

    colour: tuple[float, float, float]
    marker: str
    dashes: tuple[float, ...]


def set_style(families: Sequence[str] = ("DejaVu Sans",)) -> None:
    """Set the style of all figures; ``families`` are fonts, each standing in for the one before."""
    seaborn.set_theme(
        context="paper",
        style="ticks",
        rc={
            "font.family": list(families),
            "font.size": 9.5,
            "axes.labelsize": 9.5,
            "axes.titlesize": 10,
            "xtick.labelsize": 9,
            "ytick.labelsize": 9,
            "axes.edgecolor": INK,
            "axes.labelcolor": INK,
            "text.color": INK,
            "xtick.color": INK,
            "ytick.color": INK,
            "axes.spines.top": False,
            "axes.spines.right": False,
            "axes.grid": True,
            "axes.grid.axis": "y",
            "grid.color": "#e6e6e6",
            "grid.linewidth": 0.7,
            "axes.axisbelow": True,
            "svg.hashsalt": "attention",
            "svg.fonttype": "path",
            "figure.dpi": 100,
            "savefig.facecolor": "white",
        },
    )


def lines_of(families: dict[str, str], caps: dict[str, int | None]) -> dict[str, Line]:
    """How each system is drawn: colour and marker by its family, dashes by its training cap.

    ``families`` and ``caps`` are by slug; there are at most as many families as colours. The
    largest cap is drawn solid, smaller ones dashed. Where family and cap do not tell two systems
    apart, dashes tell one from the next, if they are few enough to be drawn together.
    """
    together = len(families) <= TOGETHER
    kinds = list(dict.fromkeys(families.values()))
    sizes = sorted({_size(cap) for cap in caps.values()}, reverse=True)
    drawn: dict[str, Line] = {}
    taken: set[tuple[int, int]] = set()
    for slug, family in families.items():
        kind, dash = kinds.index(family), sizes.index(_size(caps[slug]))
        while together and (kind, dash) in taken:
            dash += 1
        taken.add((kind, dash))
        drawn[slug] = Line(
            COLOURS[kind % len(COLOURS)],
            MARKERS[kind % len(MARKERS)],
            DASHES[dash % len(DASHES)],
        )
    return drawn


def line_beside(place: int) -> Line:
    """How a system is drawn that the experiment does not have, the first of them at ``place`` 0."""
    return Line(
        COLOURS[-1 - place % len(COLOURS)],
        MARKERS[-1 - place % len(MARKERS)],
        DASHES[-1 - place % len(DASHES)],
    )


def _size(cap: int | None) -> float:
    return float("inf") if cap is None else cap


def save(figure: Figure, folder: Path, name: str, dpi: int) -> None:
    """Write ``<name>.svg`` and ``<name>.png`` (at ``dpi``) to ``folder`` and close the figure."""
    try:
        with written_whole(folder / f"{name}.svg") as beside:
            figure.savefig(beside, metadata={"Date": None, "Creator": None})
        figure.set_layout_engine("none")  # everything has its place now
        with written_whole(folder / f"{name}.png") as beside:
            figure.savefig(beside, dpi=dpi, metadata={"Software": None})
    finally:
        plt.close(figure)
