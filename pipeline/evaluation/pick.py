"""Which sentences the alignment plots show: a stated rule, never a look at the plots.

Bahdanau et al. 2014, Figure 3: "three randomly selected samples from among the sentences without
any unknown words and of length between 10 and 20 words from the test set", beside one arbitrary
sentence. Here all of them are drawn at random; nothing about a translation enters.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

WORDS = (10, 20)
WIDER_WORDS = (5, 30)

STEPS = (
    f"without unknown words and of {WORDS[0]} to {WORDS[1]} source words",
    f"without unknown words and of {WIDER_WORDS[0]} to {WIDER_WORDS[1]} source words",
    f"of {WIDER_WORDS[0]} to {WIDER_WORDS[1]} source words",
    "of any kind",
)
"""Groups of sentences in the order in which they are turned to, each holding the one before."""


class Picked(NamedTuple):
    """Rows of the test set, ascending, and the rule that chose them as a sentence to print."""

    rows: list[int]
    rule: str


def pick_alignments(
    source_lengths: Sequence[int], known: Sequence[bool], count: int, seed: int
) -> Picked:
    """Pick ``count`` test sentences to plot, or all where there are fewer.

    ``source_lengths`` [N] are in words; ``known`` [N] is True where neither side has an unknown
    word. Where a group has too few sentences all of it is taken, and the rest drawn from the next.
    """
    lengths = np.asarray(source_lengths)
    known = np.asarray(known, dtype=bool)
    generator = np.random.default_rng(seed)
    rows: list[int] = []
    told = []
    for group, name in zip(_groups(lengths, known), STEPS, strict=True):
        left = np.setdiff1d(np.flatnonzero(group), rows)
        taken = min(count - len(rows), len(left))
        if taken > 0:
            rows += generator.choice(left, size=taken, replace=False).tolist()
            told.append((taken, name))
    return Picked(sorted(rows), _rule(told, seed))


def _groups(lengths: np.ndarray, known: np.ndarray) -> list[np.ndarray]:
    narrow = (lengths >= WORDS[0]) & (lengths <= WORDS[1])
    wide = (lengths >= WIDER_WORDS[0]) & (lengths <= WIDER_WORDS[1])
    return [known & narrow, known & wide, wide, np.ones(len(lengths), dtype=bool)]


def _rule(told: list[tuple[int, str]], seed: int) -> str:
    if not told:
        return "No sentence to show."
    count, name = told[0]
    sentences = "sentence" if count == 1 else "sentences"
    rule = f"{count} {sentences} drawn at random (seed {seed}) from the test sentences {name}"
    for more, other in told[1:]:
        rule += f"; as there are no others, {more} more from those {other}"
    return rule + "; no translation was looked at."
