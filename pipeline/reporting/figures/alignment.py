"""Alignment matrices as in Bahdanau et al. 2014, Figure 3: source across the top, target down.

Grey from 0 (black) to 1 (white), the same scale in every panel, as in the paper.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from pipeline.reporting.figures.style import INK

CELL = 0.2
"""Inches a word takes."""
GRID = "#3a3a3a"
"""Faint on black: rows and columns can be followed through the dark."""
VECTOR_CELLS = 1600
"""A matrix with more cells is drawn as an image inside the SVG: paths would make it huge."""


@dataclass(frozen=True)
class Alignment:
    """One sentence's weights between words; rows target, columns source, ends included."""

    id: str
    source: tuple[str, ...]
    target: tuple[str, ...]
    weights: np.ndarray  # [target words, source words], each row sums to 1


def draw_alignment(alignment: Alignment, letter: str) -> Figure:
    """One sentence in a figure of its own."""
    width, height = _size(alignment)
    figure, axes = plt.subplots(figsize=(width, height), layout="constrained")
    _draw(axes, alignment, letter)
    return figure


def draw_alignments(alignments: Sequence[Alignment]) -> Figure:
    """All sentences in one figure, two side by side, with the one grey scale beside them."""
    columns = min(2, len(alignments))
    rows = -(-len(alignments) // columns)
    sizes = [_size(alignment) for alignment in alignments]
    widths = [max(w for w, _ in sizes[column::columns]) for column in range(columns)]
    heights = [max(h for _, h in sizes[columns * row :][:columns]) for row in range(rows)]
    figure, grid = plt.subplots(
        rows,
        columns,
        figsize=(sum(widths) + 0.6, sum(heights)),
        width_ratios=widths,
        height_ratios=heights,
        squeeze=False,
        layout="constrained",
    )
    for index, axes in enumerate(grid.flat):
        if index >= len(alignments):
            axes.set_visible(False)
            continue
        _draw(axes, alignments[index], "abcdefgh"[index])
    scale = figure.colorbar(
        grid[0, 0].collections[0], ax=grid, shrink=0.35, aspect=22, pad=0.02, ticks=[0, 0.5, 1]
    )
    scale.set_label("weight of the source word")
    scale.outline.set_linewidth(0.5)
    # Squares settle only at the second layout: after one alone a long word is cut off.
    figure.draw_without_rendering()
    return figure


def _size(alignment: Alignment) -> tuple[float, float]:
    down = max(len(word) for word in alignment.target) * 0.085
    across = max(len(word) for word in alignment.source) * 0.085
    width = CELL * len(alignment.source) + down + 0.35
    return max(width, 2.6), CELL * len(alignment.target) + across + 0.5


def _draw(axes: Axes, alignment: Alignment, letter: str) -> None:
    # Not seaborn's heatmap: it draws the whole figure once more to see whether labels overlap.
    axes.pcolormesh(
        alignment.weights,
        vmin=0.0,
        vmax=1.0,
        cmap="gray",
        edgecolors=GRID,
        linewidth=0.3,
        rasterized=alignment.weights.size > VECTOR_CELLS,
    )
    axes.set_aspect("equal")
    axes.invert_yaxis()
    rows, columns = alignment.weights.shape
    axes.set_xticks(np.arange(columns) + 0.5, [plain(word) for word in alignment.source])
    axes.set_yticks(np.arange(rows) + 0.5, [plain(word) for word in alignment.target])
    axes.xaxis.tick_top()
    axes.xaxis.set_label_position("bottom")
    axes.tick_params(length=0, pad=2, labelsize=8.5)
    axes.tick_params(axis="x", rotation=90)
    axes.set_xlabel(f"({letter}) {plain(alignment.id)}", labelpad=6)
    axes.grid(False)
    for spine in axes.spines.values():
        spine.set(visible=True, color=INK, linewidth=0.5)


def plain(word: str) -> str:
    """A word with nothing in it that matplotlib would read as mathematics."""
    return word.replace("$", r"\$")
