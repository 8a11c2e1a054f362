"""What is held out, and what training may see.

Whole groups (chapters) are held out, so that the neighbours of a test sentence are not in training.
The test set is everything in its groups, of every length. Only training is filtered: what repeats a
held-out pair goes, and what cannot be a translation by its lengths.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from pipeline.config.corpus import Split
from pipeline.data.pairs import Pair
from pipeline.refusal import Refusal

LENGTH_RATIO = 3.0
"""A training pair is dropped where one side has more than this many times the other's words,"""
LENGTH_SPARED = 10
"""... unless its longer side has at most this many: short sentences may differ by much."""

_NOT_LETTERS = re.compile(r"[\W_]+")


class Sentences(NamedTuple):
    """A cleaned pair with its Moses words."""

    pair: Pair
    source_words: list[str]
    target_words: list[str]


class Splits(NamedTuple):
    """The three splits in the corpus's order, and the count of all that was left out."""

    train: list[Sentences]
    validation: list[Sentences]
    test: list[Sentences]
    dropped: dict[str, int]
    """Reason -> pairs."""
    overlap: dict[str, int]
    """What training still shares with the held-out pairs: one side equal, the other not."""
    groups: dict[str, int]
    """Split -> groups."""


def split(sentences: Sequence[Sentences], settings: Split) -> Splits:
    """Hold out whole groups at random, filter what is left for training.

    Groups are shuffled by ``settings.seed``; they go to the test set until it has at least
    ``test_pairs`` pairs, then to validation likewise; the rest is for training. If
    ``training_pairs`` is set, so many of the remaining pairs are drawn at random, by the same seed.
    Refuses settings that leave no training pair.
    """
    random = np.random.Generator(np.random.PCG64(settings.seed))
    names = list(dict.fromkeys(one.pair.group for one in sentences))
    place = _places(sentences, names, settings, random)
    test, validation, train = (
        [one for one in sentences if place[one.pair.group] == part] for part in range(3)
    )
    tested, validated = _keys(test), _keys(validation)
    kept_validation = [one for one in validation if _key(one) not in tested]
    fresh = [one for one in train if _key(one) not in tested and _key(one) not in validated]
    plausible = [one for one in fresh if not implausible(one)]
    drawn = _drawn(plausible, settings.training_pairs, random)
    _refuse_empty(sentences, drawn, kept_validation, test, settings)
    return Splits(
        drawn,
        kept_validation,
        test,
        {
            "validation: repeats a test pair": len(validation) - len(kept_validation),
            "training: repeats a test or validation pair": len(train) - len(fresh),
            f"training: one side has over {LENGTH_RATIO:g} times the other's words and over "
            f"{LENGTH_SPARED}": len(fresh) - len(plausible),
            "training: not drawn (corpus.split.training_pairs)": len(plausible) - len(drawn),
        },
        _overlap(drawn, test),
        {
            name: len({one.pair.group for one in part})
            for name, part in (("train", drawn), ("validation", kept_validation), ("test", test))
        },
    )


def implausible(one: Sentences) -> bool:
    """Whether one side is so much longer that the pair is hardly a translation."""
    short, long = sorted((len(one.source_words), len(one.target_words)))
    return long > LENGTH_SPARED and long > LENGTH_RATIO * short


def _places(
    sentences: Sequence[Sentences],
    names: Sequence[str],
    settings: Split,
    random: np.random.Generator,
) -> dict[str, int]:
    """Group -> 0 (test), 1 (validation), 2 (training)."""
    sizes = dict.fromkeys(names, 0)
    for one in sentences:
        sizes[one.pair.group] += 1
    wanted = (settings.test_pairs, settings.validation_pairs)
    place, part, held = {}, 0, 0
    for number in random.permutation(len(names)):
        while part < len(wanted) and held >= wanted[part]:
            part, held = part + 1, 0
        place[names[number]] = part
        held += sizes[names[number]]
    return place


def _drawn(
    sentences: list[Sentences], wanted: int | None, random: np.random.Generator
) -> list[Sentences]:
    if wanted is None or wanted >= len(sentences):
        return sentences
    return [sentences[row] for row in sorted(random.permutation(len(sentences))[:wanted])]


def _refuse_empty(sentences, train, validation, test, settings: Split) -> None:
    for part, name in ((train, "training"), (validation, "validation"), (test, "test")):
        if not part:
            groups = len({one.pair.group for one in sentences})
            raise Refusal(
                f"corpus.split leaves no {name} pair: of {len(sentences):,} pairs in {groups:,} "
                f"groups (held out whole), test_pairs asks for {settings.test_pairs:,} and "
                f"validation_pairs for {settings.validation_pairs:,}. Together they must be "
                "clearly fewer than the pairs there are."
            )


def _normalised(text: str) -> str:
    """``text`` as it is compared: letters and digits alone, case folded, one space between."""
    return _NOT_LETTERS.sub(" ", text.casefold()).strip() or text


def _key(one: Sentences) -> tuple[str, str]:
    return _normalised(one.pair.source), _normalised(one.pair.target)


def _keys(sentences: Sequence[Sentences]) -> set[tuple[str, str]]:
    return {_key(one) for one in sentences}


def _overlap(train: Sequence[Sentences], test: Sequence[Sentences]) -> dict[str, int]:
    keys, tested = [_key(one) for one in train], [_key(one) for one in test]
    sides = [({key[side] for key in tested}, {key[side] for key in keys}) for side in (0, 1)]
    return {
        "training pairs with the source of a test pair": sum(k[0] in sides[0][0] for k in keys),
        "training pairs with the target of a test pair": sum(k[1] in sides[1][0] for k in keys),
        "test pairs with the source of a training pair": sum(k[0] in sides[0][1] for k in tested),
        "test pairs with the target of a training pair": sum(k[1] in sides[1][1] for k in tested),
        "training pairs that repeat another training pair": len(keys) - len(set(keys)),
    }
