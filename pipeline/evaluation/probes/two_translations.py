"""Source words that stand for two target words, and which of them each occurrence stands for.

Found in the references alone, the same for every system: A is the target word that goes most with
the source word w in the training pairs, B the one that goes most with w in the pairs without A.
"Goes with" is Dice's coefficient of the sets of pairs, 2 |w and t| / (|w| + |t|) (Melamed 2000 and
many aligners before). An occurrence in a test pair whose reference has A and not B is taken to mean
A, and the other way round. That is a rule of thumb, with its mistakes; they make the two groups
more alike than they are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

import numpy as np

ASSOCIATED = 0.15
"""Least Dice coefficient of a word and its translation."""

Ids = Sequence[int]


class TwoTranslations(NamedTuple):
    """A source word and where it stands in the test set, by what it stands for."""

    word: int
    first: int
    second: int
    as_first: list[tuple[int, int]]  # (row, position)
    as_second: list[tuple[int, int]]


class Pairs(NamedTuple):
    """Sentence pairs as ids; on the target side of words alone, one id for all a word's cases."""

    source: Sequence[Ids]
    target: Sequence[Ids]


def two_translations(
    training: Pairs, test: Pairs, words: Collection[int], fewest: int, wanted: int
) -> list[TwoTranslations]:
    """The most frequent words with two translations, at most ``wanted``, most frequent first.

    Source ids outside ``words`` are no words. Each group has at least ``fewest`` occurrences, each
    in a sentence that has the word once.
    """
    places = _single_places(test.source, words)
    frequent = sorted(places, key=lambda word: (-len(places[word]), word))
    candidates = [word for word in frequent if len(places[word]) >= 2 * fewest]
    counts, beside = _pairs_with(training, candidates)
    references = [set(ids) for ids in test.target]
    found = []
    for word in candidates:
        translations = _translations(beside[word], counts)
        if translations is None:
            continue
        groups = [
            [(row, k) for row, k in places[word] if {one, other} & references[row] == {one}]
            for one, other in (translations, translations[::-1])
        ]
        if min(map(len, groups)) >= fewest:
            found.append(TwoTranslations(word, *translations, *groups))
        if len(found) == wanted:
            break
    return found


def _single_places(
    sentences: Sequence[Ids], words: Collection[int]
) -> dict[int, list[tuple[int, int]]]:
    """Word -> (row, position) in sentences that have it once."""
    places: dict[int, list[tuple[int, int]]] = {}
    for row, ids in enumerate(sentences):
        counts = Counter(ids)
        for position, word in enumerate(ids):
            if word in words and counts[word] == 1:
                places.setdefault(word, []).append((row, position))
    return places


class _Targets(NamedTuple):
    """The different words of one target side, to look up and to count."""

    words: frozenset[int]
    ids: np.ndarray


def _pairs_with(
    training: Pairs, words: Iterable[int]
) -> tuple[np.ndarray, dict[int, list[_Targets]]]:
    """How many pairs have each target word; for every source word the target sides it is with."""
    beside: dict[int, list[_Targets]] = {word: [] for word in words}
    sides = []
    for source, target in zip(training.source, training.target, strict=True):
        targets = frozenset(target)
        sides.append(_Targets(targets, np.fromiter(targets, dtype=np.int64, count=len(targets))))
        for word in set(source) & beside.keys():
            beside[word].append(sides[-1])
    return _counted(sides), beside


def _counted(sides: Sequence[_Targets], length: int = 0) -> np.ndarray:
    """In how many of ``sides`` each word stands, by its id; at least ``length`` numbers."""
    ids = [side.ids for side in sides]
    return np.bincount(np.concatenate(ids) if ids else np.zeros(0, np.int64), minlength=length)


def _translations(beside: list[_Targets], counts: np.ndarray) -> tuple[int, int] | None:
    """The word that goes most with these target sides, and the one that does without the first."""
    first = _most_associated(beside, counts)
    if first is None:
        return None
    second = _most_associated([one for one in beside if first not in one.words], counts)
    return None if second is None else (first, second)


def _most_associated(beside: list[_Targets], counts: np.ndarray) -> int | None:
    """The smallest id where several words go with them equally often (Dice's coefficient)."""
    if not beside:
        return None
    dice = 2 * _counted(beside, len(counts)) / (len(beside) + counts)
    best = int(dice.argmax())
    return best if dice[best] >= ASSOCIATED else None
