"""How long the corpus's sentences are: a histogram of words for both languages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import matplotlib.pyplot as plt
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
            label=one.name,
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
    # In the tail, where both are low, and below the caps' names.
    legend = axes.legend(loc="upper right", bbox_to_anchor=(1, 0.9), framealpha=1, edgecolor="w")
    for text, colour in zip(legend.get_texts(), COLOURS, strict=False):
        text.set(color=colour, fontweight="bold")
    return figure
