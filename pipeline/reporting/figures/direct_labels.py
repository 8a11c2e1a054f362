"""Names written beside the ends of lines instead of a legend, moved apart where they would meet."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.axes import Axes

from pipeline.reporting.figures.style import INK


def spread(positions: Sequence[float], gap: float) -> list[float]:
    """Move positions apart to at least ``gap``, each as little as its neighbours allow.

    The order stays. Crowded positions form a block that is centred on the mean of where its
    members would like to be (the pool-adjacent-violators way of least squares).
    """
    order = sorted(range(len(positions)), key=lambda index: positions[index])
    # A block: [sum of wished-for lowest places, count]; member k of a block stands k gaps up.
    blocks: list[list[float]] = []
    for index in order:
        blocks.append([positions[index], 1])
        while len(blocks) > 1 and _top(blocks[-2], gap) + gap > _bottom(blocks[-1]):
            total, count = blocks.pop()
            below, before = blocks[-1]
            blocks[-1] = [below + total - gap * before * count, before + count]
    places = [_bottom(block) + gap * step for block in blocks for step in range(int(block[1]))]
    moved = [0.0] * len(positions)
    for index, place in zip(order, places, strict=True):
        moved[index] = place
    return moved


def _bottom(block: list[float]) -> float:
    return block[0] / block[1]


def _top(block: list[float], gap: float) -> float:
    return _bottom(block) + gap * (block[1] - 1)


def label_ends(
    axes: Axes, ends: Sequence[tuple[float, float, str, tuple]], height: float = 0.06
) -> None:
    """Write a name at the end of every line: ``ends`` holds (x, y, name, colour).

    ``height`` is the room a name needs, as a share of the axes' height. A hair line leads from a
    line's end to a name that had to move.
    """
    low, high = axes.get_ylim()
    left, right = axes.get_xlim()
    wished = [(y - low) / (high - low) for _, y, _, _ in ends]
    for (x, _, name, colour), wish, place in zip(ends, wished, spread(wished, height), strict=True):
        start = ((x - left) / (right - left), wish)
        axes.annotate(
            name,
            xy=start,
            xytext=(1.035, place),
            xycoords="axes fraction",
            textcoords="axes fraction",
            va="center",
            color=colour,
            fontweight="bold",
            annotation_clip=False,
            arrowprops={
                "arrowstyle": "-",
                "color": INK,
                "linewidth": 0.5,
                "alpha": 0.6,
                "shrinkA": 1,
                "shrinkB": 5,
                "relpos": (0, 0.5),
            },
        )
