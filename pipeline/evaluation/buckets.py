"""Length buckets: test sentences grouped by source words, for BLEU by length.

Bahdanau et al. 2014, Figure 2, plots BLEU against sentence length. Lengths are Moses tokens of
the source, the end of sentence not counted. A bucket with too few sentences says little, so it
is merged with a neighbour rather than drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from pipeline.refusal import Refusal


class Bucket(NamedTuple):
    """Test sentences of ``low`` to ``high`` source words (both included, ``high`` None: open)."""

    label: str
    low: int
    high: int | None
    rows: np.ndarray  # [N] rows of the test set, ascending
    merged: tuple[str, ...]
    """Labels of the buckets that were too small apart; empty where nothing was merged."""


def length_buckets(lengths: Sequence[int], edges: Sequence[int], minimum: int) -> list[Bucket]:
    """Group sentences by ``lengths`` (source words) at ``edges``; merge what is too small.

    ``edges`` are the highest lengths of all buckets but the last, which is open-ended. From the
    longest bucket to the shortest, one with fewer than ``minimum`` sentences is merged into its
    shorter neighbour; the shortest, if still too small, into the next. Going down from the long
    end keeps more buckets apart than going up, as the tail is where buckets are small. Fewer
    sentences than ``minimum`` in all give one bucket.

    Raises Refusal where the edges do not rise, or there is no sentence.
    """
    if any(left >= right for left, right in pairwise(edges)):
        raise Refusal(f"evaluation.length_edges is {list(edges)}: every edge must exceed the last")
    if len(lengths) == 0:
        raise Refusal("the test set is empty: no length buckets can be made of it")
    # Bucket k holds the lengths in (edges[k - 1], edges[k]].
    place = np.searchsorted(np.asarray(edges), np.asarray(lengths), side="left")
    spans = [(k, k) for k in range(len(edges) + 1)]  # first and last original bucket of each
    sizes = np.bincount(place, minlength=len(spans)).tolist()
    for k in range(len(spans) - 1, 0, -1):
        if sizes[k] < minimum:
            _merge(spans, sizes, k - 1)
    if len(spans) > 1 and sizes[0] < minimum:
        _merge(spans, sizes, 0)
    return [_bucket(first, last, place, edges) for first, last in spans]


def _merge(spans: list[tuple[int, int]], sizes: list[int], k: int) -> None:
    """Merge bucket k + 1 into bucket k, in place."""
    spans[k] = (spans[k][0], spans.pop(k + 1)[1])
    sizes[k] += sizes.pop(k + 1)


def _bucket(first: int, last: int, place: np.ndarray, edges: Sequence[int]) -> Bucket:
    low = edges[first - 1] + 1 if first > 0 else 1
    high = edges[last] if last < len(edges) else None
    apart = range(first, last + 1) if last > first else ()
    return Bucket(
        label=_label(low, high),
        low=low,
        high=high,
        rows=np.flatnonzero((place >= first) & (place <= last)),
        merged=tuple(_bucket(k, k, place, edges).label for k in apart),
    )


def _label(low: int, high: int | None) -> str:
    if high is not None:
        return f"{low}-{high}" if low < high else str(low)
    return f"over {low - 1}" if low > 1 else "any length"
