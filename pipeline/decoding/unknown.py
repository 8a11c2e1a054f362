"""Replacing UNK by the source word that the model looked at when it wrote it.

Luong et al. (2015), section 4.4, after Luong et al. (2015b, "Addressing the Rare Word Problem"),
here without a dictionary: the raw source word itself is copied, which suits names and numbers.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np


def replace_unknown(
    words: Sequence[str],
    unknown: Sequence[bool],
    word_of: Sequence[int],
    rows: np.ndarray,
    source_words: Sequence[str],
    source_word_of: Sequence[int],
) -> list[str]:
    """Return target ``words`` with every unknown one replaced by a raw source word.

    ``unknown`` and ``word_of`` give for every target token whether it is UNK and which word it is
    part of; a word with an unknown piece is replaced whole. ``rows`` [N, S] is the attention over
    source ids, row t belonging to token t (one for the end of sentence may follow);
    ``source_word_of`` the word of every source id, the number of words for the end of sentence.

    The most attended word is taken, the first of equal ones: never the end of sentence, never
    padding. A word that no source word was attended for stays as it is.
    """
    replaced = list(words)
    places = np.flatnonzero(np.asarray(unknown, dtype=bool))
    members = np.asarray(word_of, dtype=np.int64)[places]
    for word in np.unique(members):
        attention = rows[places[members == word]].mean(axis=0)  # [S]
        source = most_attended_word(attention, source_word_of, len(source_words))
        if source is not None:
            replaced[word] = source_words[source]
    return replaced


def most_attended_word(
    attention: np.ndarray, source_word_of: Sequence[int], words: int
) -> int | None:
    """The word with the largest sum of attention [S] over its pieces; None where all have none."""
    by_word = np.bincount(source_word_of, weights=attention, minlength=words)[:words]
    if not by_word.any():
        return None
    return int(by_word.argmax())
