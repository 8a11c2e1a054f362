"""Which long sentences are shown side by side: a stated rule, never a look at the translations.

Bahdanau et al. 2014, section 5.2.2 and appendix C: long sentences that the fixed context loses
halfway and attention translates whole.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pipeline.evaluation.pick import Picked
from pipeline.plural import so_many


def pick_long(source_lengths: Sequence[int], from_words: int, count: int, seed: int) -> Picked:
    """Pick ``count`` test sentences of at least ``from_words`` source words, drawn at random.

    Where the test set has fewer, its longest sentences are taken instead (the earlier of equals).
    """
    lengths = np.asarray(source_lengths)
    long = np.flatnonzero(lengths >= from_words)
    if len(long) >= count:
        drawn = np.random.default_rng(seed).choice(long, size=count, replace=False)
        rule = (
            f"{count} drawn at random (seed {seed}) from the {so_many(len(long), 'test sentence')} "
            f"of {from_words} source words or more; no translation was looked at."
        )
        return Picked(sorted(drawn.tolist()), rule)
    longest = np.argsort(-lengths, kind="stable")[:count]
    rule = (
        f"The {so_many(len(longest), 'test sentence')} with the most source words, since only "
        f"{len(long)} of all reach {from_words:,}; no translation was looked at."
    )
    return Picked(sorted(longest.tolist()), rule)
