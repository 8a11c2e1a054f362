"""Which target words an alignment is judged on: those with a letter or a digit.

Punctuation is left out, as the hand-made links of ``bible-grc-en`` leave it out: its Greek has
none. One rule for all corpora keeps their figures alike.
"""

from __future__ import annotations

from collections.abc import Sequence, Set

from pipeline.evaluation.aer import Link


def judged_targets(target_words: Sequence[str]) -> frozenset[int]:
    """The places (from 0) of the words with a letter or a digit."""
    return frozenset(
        place for place, word in enumerate(target_words) if any(map(str.isalnum, word))
    )


def judged(links: Set[Link], targets: Set[int]) -> frozenset[Link]:
    """The links whose target word is judged."""
    return frozenset(link for link in links if link[1] in targets)
