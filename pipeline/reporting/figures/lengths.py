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
    """Write each name where it belongs: the first within its filled steps, another beside its own,
    where they have come down to half of their greatest height."""
    for index, one in enumerate(histograms):
        filled, greatest = index == 0, max(one.shares)
        high = [place for place, share in enumerate(one.shares) if share >= greatest / 2]
        middle = (one.edges[high[0]] + one.edges[high[-1] + 1]) / 2
        axes.annotate(
            one.name,
            (middle, 25 * greatest) if filled else (one.edges[high[-1] + 1], 50 * greatest),
            xytext=(0 if filled else 8, 0),
            textcoords="offset points",
            ha="center" if filled else "left",
            va="center",
            color=COLOURS[index],
            fontweight="bold",
            bbox=None if filled else {"facecolor": "white", "edgecolor": "none", "pad": 1.5},
        )
