"""How long the corpus's sentences are: a histogram of words for both languages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from pipeline.reporting.figures.style import COLOURS, INK, WIDTH


@dataclass(frozen=True)
class Histogram:
    """Shares of sentences by length: ``edges`` has one entry more than ``shares``; in words."""

    name: str
    edges: tuple[float, ...]
    shares: tuple[float, ...]


def draw_lengths(histograms: Sequence[Histogram], caps: Sequence[int], longest: int) -> Figure:
    """Draw the shares as steps, one line a language, and the systems' length caps as rules."""
    figure, axes = plt.subplots(figsize=(WIDTH, 3.3), layout="constrained")
    for index, one in enumerate(histograms):
        axes.stairs(
            [100 * share for share in one.shares],
            one.edges,
            color=COLOURS[index],
            fill=index == 0,
            alpha=0.35 if index == 0 else 1.0,
            linewidth=1.6,
        )
        if index == 0:
            axes.stairs(
                [100 * share for share in one.shares], one.edges, color=COLOURS[0], linewidth=1.2
            )
    top = axes.get_ylim()[1]
    for cap in caps:
        axes.axvline(cap + 0.5, color=INK, linewidth=0.8, dashes=(3, 2))
        axes.text(cap + 1, top * 0.97, f"cap of {cap}", va="top", fontsize=8.5)
    axes.set_xlabel("words in the sentence")
    axes.set_ylabel("% of training pairs")
    axes.margins(x=0.01)
    _name(axes, histograms)
    return figure


def _name(axes: Axes, histograms: Sequence[Histogram]) -> None:
    """Write each name beside its own steps: where they are half as high as at their highest, the
    first on the way up and the second on the way down, which leaves either alone where the second
    language has the longer sentences."""
    for index, one in enumerate(histograms):
        half = max(one.shares) / 2
        high = [place for place, share in enumerate(one.shares) if share >= half]
        rising = index == 0
        edge = one.edges[high[0]] if rising else one.edges[high[-1] + 1]
        axes.annotate(
            one.name,
            (edge, 100 * half),
            xytext=(-8 if rising else 8, 0),
            textcoords="offset points",
            ha="right" if rising else "left",
            va="center",
            color=COLOURS[index],
            fontweight="bold",
        )
