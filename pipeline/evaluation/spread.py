"""Which sentences can be explored: spread over all lengths, by a stated rule.

As many from each length bucket as there are, so that the long sentences, which are few, are there
to be looked at. Nothing about a translation enters.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np


def pick_spread(
    groups: Sequence[Sequence[int]], count: int, seed: int, first: Sequence[int] = ()
) -> list[int]:
    """Pick ``count`` rows, or all where there are fewer, in the order in which they were picked.

    ``groups`` are the rows of each length bucket. The rows ``first`` come before all others; then
    one is drawn from each group in turn, from the shortest to the longest, until there are enough
    or none is left. A shorter list is the beginning of a longer one.
    """
    generator = np.random.default_rng(seed)
    rows = list(dict.fromkeys(first))
    taken = set(rows)
    drawn = [
        [row for row in generator.permutation(np.asarray(group)).tolist() if row not in taken]
        for group in groups
    ]
    for turn in range(max(map(len, drawn), default=0)):
        rows += [group[turn] for group in drawn if turn < len(group)]
    return rows[:count]
