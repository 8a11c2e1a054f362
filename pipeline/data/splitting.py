"""What is held out, and what training may see.

Whole groups (chapters) are held out, so that the neighbours of a test sentence are not in training.
Where a corpus comes with a test or a validation split, that one is used as it is, and only the
other is drawn. The test set is everything in its groups, of every length. Only training is
filtered: what repeats a held-out pair goes, and what cannot be a translation by its lengths.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Sequence
from hashlib import blake2b
from typing import NamedTuple

import numpy as np

from pipeline.config.corpus import Split
from pipeline.data.empty_split import Drops, Groups, why_empty
from pipeline.data.pairs import Pair
from pipeline.data.unspaced import length
from pipeline.refusal import Refusal

LENGTH_RATIO = 3.0
"""A training pair is dropped where one side has more than this many times the other's words,"""
LENGTH_SPARED = 10
"""... unless its longer side has at most this many: short sentences may differ by much."""

_GIVEN = {"test": 0, "validation": 1}
_NOT_LETTERS = re.compile(r"[\W_]+")


class Sentences(NamedTuple):
    """A cleaned pair with its Moses words."""

    pair: Pair
    source_words: list[str]
    target_words: list[str]


class Chosen(Sequence):
    """Some of a sequence's sentences, in its order, without a copy of them."""

    def __init__(self, sentences: Sequence[Sentences], rows: np.ndarray) -> None:
        """``rows`` [M] rise, so that a sequence on disk is read from its beginning to its end."""
        self._sentences, self._rows = sentences, rows

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, place):
        if isinstance(place, slice):
            return Chosen(self._sentences, self._rows[place])
        return self._sentences[int(self._rows[place])]


class Splits(NamedTuple):
    """The three splits in the corpus's order, and the count of all that was left out."""

    train: Sequence[Sentences]
    validation: Sequence[Sentences]
    test: Sequence[Sentences]
    dropped: dict[str, int]
    """Reason -> pairs."""
    overlap: dict[str, int]
    """What training still shares with the held-out pairs: one side equal, the other not."""
    groups: dict[str, int]
    """Split -> groups."""


class _Facts(NamedTuple):
    """What deciding on N pairs needs, a few bytes for each."""

    group: np.ndarray  # [N] int64, groups numbered by first appearance
    source: np.ndarray  # [N] uint64, digest of the source as it is compared
    target: np.ndarray  # [N] uint64, likewise
    pair: np.ndarray  # [N] uint64, digest of both
    implausible: np.ndarray  # [N] bool
    held_out: np.ndarray  # [N] int8, 0 (test) or 1 (validation) where the corpus says so, else -1


def split(sentences: Sequence[Sentences], settings: Split) -> Splits:
    """Hold out whole groups at random, filter what is left for training.

    Groups are shuffled by ``settings.seed``; they go to the test set until it has at least
    ``test_pairs`` pairs, then to validation likewise; the rest is for training. A split that the
    corpus comes with is taken instead, and none is drawn for it. If
    ``training_pairs`` is set, so many of the remaining pairs are drawn at random, by the same seed.
    Refuses settings that leave no training pair. ``sentences`` are gone through once.
    """
    random = np.random.Generator(np.random.PCG64(settings.seed))
    facts = _facts(sentences)
    place = _places(facts, settings, random)
    test, validation, train = (np.flatnonzero(place == part) for part in range(3))
    pair = facts.pair
    kept_validation = validation[~np.isin(pair[validation], pair[test])]
    held_out = np.concatenate((pair[test], pair[validation]))
    fresh = train[~np.isin(pair[train], held_out)]
    plausible = fresh[~facts.implausible[fresh]]
    drawn = _drawn(plausible, settings.training_pairs, random)
    parts = {"train": drawn, "validation": kept_validation, "test": test}
    groups = {name: len(np.unique(facts.group[rows])) for name, rows in parts.items()}
    _refuse_empty(
        facts,
        settings,
        {
            "training": Drops(len(train), len(train) - len(fresh), len(fresh) - len(plausible)),
            "validation": Drops(len(validation), len(validation) - len(kept_validation), 0),
            "test": Drops(len(test), 0, 0),
        },
    )
    return Splits(
        *(Chosen(sentences, rows) for rows in parts.values()),
        {
            "validation: repeats a test pair": len(validation) - len(kept_validation),
            "training: repeats a test or validation pair": len(train) - len(fresh),
            f"training: one side has over {LENGTH_RATIO:g} times the other's words and over "
            f"{LENGTH_SPARED}": len(fresh) - len(plausible),
            "training: not drawn (corpus.split.training_pairs)": len(plausible) - len(drawn),
        },
        _overlap(facts, drawn, test),
        groups,
    )


def implausible(one: Sentences) -> bool:
    """Whether one side is so much longer that the pair is hardly a translation.

    A run of a script without spaces counts as about so many words as it holds.
    """
    short, long = sorted((length(one.source_words), length(one.target_words)))
    return long > LENGTH_SPARED and long > LENGTH_RATIO * short


def _facts(sentences: Sequence[Sentences]) -> _Facts:
    numbers: dict[str, int] = {}
    group, odd, given = array("q"), array("b"), array("b")
    source, target, pair = array("Q"), array("Q"), array("Q")
    for one in sentences:
        group.append(numbers.setdefault(one.pair.group, len(numbers)))
        sides = _normalised(one.pair.source), _normalised(one.pair.target)
        for digests, text in zip((source, target, pair), (*sides, "\n".join(sides)), strict=True):
            digests.append(_digest(text))
        odd.append(implausible(one))
        given.append(_GIVEN.get(one.pair.held_out, -1))
    columns = (np.frombuffer(column, column.typecode) for column in (group, source, target, pair))
    return _Facts(*columns, np.frombuffer(odd, bool), np.frombuffer(given, np.int8))


def _places(facts: _Facts, settings: Split, random: np.random.Generator) -> np.ndarray:
    """For every pair 0 (test), 1 (validation) or 2 (training)."""
    wanted = [settings.test_pairs, settings.validation_pairs]
    for part in range(2):
        if np.any(facts.held_out == part):
            wanted[part] = 0
    free = facts.held_out < 0
    place = _drawn_groups(np.bincount(facts.group, weights=free), wanted, random)[facts.group]
    return np.where(free, place, facts.held_out)


def _drawn_groups(
    sizes: np.ndarray, wanted: Sequence[int], random: np.random.Generator
) -> np.ndarray:
    """For every group 0, 1 or 2; ``sizes`` are its pairs that may go anywhere."""
    place = np.empty(len(sizes), np.int8)
    part = held = 0
    for number in random.permutation(len(sizes)):
        while part < len(wanted) and held >= wanted[part]:
            part, held = part + 1, 0
        place[number] = part
        held += int(sizes[number])
    return place


def _drawn(rows: np.ndarray, wanted: int | None, random: np.random.Generator) -> np.ndarray:
    if wanted is None or wanted >= len(rows):
        return rows
    return rows[np.sort(random.permutation(len(rows))[:wanted])]


def _refuse_empty(facts: _Facts, settings: Split, splits: dict[str, Drops]) -> None:
    for name, drops in splits.items():
        if drops.given == drops.repeats + drops.unlike:
            sizes = np.bincount(facts.group[facts.held_out < 0])
            asked = {
                f"{part}_pairs": getattr(settings, f"{part}_pairs")
                for part, code in _GIVEN.items()
                if not np.any(facts.held_out == code)
            }
            largest = int(sizes.max(initial=0))
            groups = Groups(int(sizes.sum()), int(np.count_nonzero(sizes)), largest, asked)
            raise Refusal(why_empty(name, drops, groups))


def _normalised(text: str) -> str:
    """``text`` as it is compared: letters and digits alone, case folded, one space between."""
    return _NOT_LETTERS.sub(" ", text.casefold()).strip() or text


def _digest(text: str) -> int:
    """64 bits in place of a text: among a million texts, two are taken for one once in 10 to 7."""
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest())


def _overlap(facts: _Facts, train: np.ndarray, test: np.ndarray) -> dict[str, int]:
    told = {}
    both_ways = (("training", train, "test", test), ("test", test, "training", train))
    for this, rows, that, others in both_ways:
        for side, column in (("source", facts.source), ("target", facts.target)):
            shared = np.isin(column[rows], column[others])
            told[f"{this} pairs with the {side} of a {that} pair"] = int(np.count_nonzero(shared))
    repeats = len(train) - len(np.unique(facts.pair[train]))
    return told | {"training pairs that repeat another training pair": repeats}
