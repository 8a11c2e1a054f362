"""The synthetic corpus: a seeded grammar over invented words, whose right alignment is known.

A sentence is a row of phrases over a lexicon of nouns, adjectives, verbs and particles. Three
orders of the translation:

- ``copy``: every word by its translation, in place;
- ``reverse``: the same, back to front;
- ``local``: adjectives move behind their noun, some verbs become two words, and some particles
  have no translation: short reorderings and changes of length, as between real languages.
"""

from __future__ import annotations

import bisect
import itertools
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from pipeline.config.corpus import Synthetic
from pipeline.data.pairs import Pair
from pipeline.plural import so_many
from pipeline.refusal import Refusal

PAIRS_IN_GROUP = 10
"""Pairs that are held out together: what a chapter is to a book."""

_ONSETS = {"source": "b d f g k l m n r s t w".split(), "target": "ch p v z j st tr pl h".split()}
_VOWELS = {"source": "a e i o u".split(), "target": "a e i o u ai ou".split()}
_CODAS = {"source": ["", "", "n", "r", "l"], "target": ["", "", "s", "m", "nd"]}
_SHARES = {"noun": 0.4, "adjective": 0.25, "verb": 0.25}  # the rest are particles


class Choice:
    """Something drawn at random from ``options``, each in proportion to its weight."""

    def __init__(self, options: Sequence, weights: Sequence[float]) -> None:
        self.options = list(options)
        self._bounds = list(itertools.accumulate(weights))

    def draw(self, random: np.random.Generator):
        """One of the options."""
        place = bisect.bisect_right(self._bounds, random.random() * self._bounds[-1])
        return self.options[min(place, len(self.options) - 1)]


_PHRASES = Choice(["noun", "verb", "particle"], [0.55, 0.3, 0.15])
_ADJECTIVES = Choice([0, 1, 2], [0.4, 0.45, 0.15])


class Lexicon(NamedTuple):
    """Source words by class, and what each becomes: one word, two, or none."""

    by_class: dict[str, Choice]
    translation: dict[str, tuple[str, ...]]


def read(
    settings: Synthetic, name: str, source_language: str, target_language: str
) -> tuple[list[Pair], dict]:
    """Return ``settings.pairs`` pairs and where they come from; the same settings give the same.

    ``name`` is what the report shall call them.
    """
    if settings.shortest > settings.longest:
        raise Refusal(
            f"corpus.synthetic.shortest is {settings.shortest:,}, more than "
            f"corpus.synthetic.longest ({settings.longest:,}); it may be at most that."
        )
    random = np.random.Generator(np.random.PCG64(settings.seed))
    lexicon = _lexicon(settings, random)
    pairs = []
    for number in range(settings.pairs):
        length = int(random.integers(settings.shortest, settings.longest + 1))
        words, phrases = _sentence(length, lexicon, random)
        target, links = _translated(words, phrases, lexicon, settings.order)
        group, place = divmod(number, PAIRS_IN_GROUP)
        text = f"text {group + 1}"
        pairs.append(
            Pair(f"{text}:{place + 1}", text, " ".join(words), " ".join(target), tuple(links))
        )
    return pairs, {
        "source": "synthetic",
        "name": name,
        "source_language": source_language,
        "target_language": target_language,
        **_provenance(settings, len(pairs)),
    }


def _provenance(settings: Synthetic, pairs: int) -> dict:
    text = {"title": "invented words", "licence": "none needed: generated here"}
    return {
        "texts": {"source": text, "target": text},
        "settings": settings.model_dump(),
        "group": so_many(PAIRS_IN_GROUP, "consecutive pair"),
        "counts": {
            "source_sentences": pairs,
            "target_sentences": pairs,
            "pairs": pairs,
            "only_in_source": 0,
            "only_in_target": 0,
        },
        "only_in_source": [],
        "only_in_target": [],
    }


def _lexicon(settings: Synthetic, random: np.random.Generator) -> Lexicon:
    words = _invented("source", settings.words, random)
    # Twice as many: a word may become two.
    spare = iter(_invented("target", 2 * settings.words, random))
    by_class, start = {}, 0
    for name, share in _SHARES.items():
        count = max(1, int(share * settings.words))
        by_class[name] = words[start : start + count]
        start += count
    by_class["particle"] = words[start:] or [words[-1]]
    translation = {word: (next(spare),) for word in words}
    if settings.order == "local":
        # Every third verb becomes two words; every second particle vanishes.
        for verb in by_class["verb"][::3]:
            translation[verb] = (*translation[verb], next(spare))
        for particle in by_class["particle"][1::2]:
            translation[particle] = ()
    # The k-th word of a class is drawn in proportion to 1 / (k + 2), as Zipf's law has it.
    choices = {
        name: Choice(some, [1 / (rank + 2) for rank in range(len(some))])
        for name, some in by_class.items()
    }
    return Lexicon(choices, translation)


def _invented(side: str, count: int, random: np.random.Generator) -> list[str]:
    """Return ``count`` distinct words of two or three syllables, in the sounds of ``side``."""
    found: dict[str, None] = {}
    while len(found) < count:
        sounds = [_ONSETS[side], _VOWELS[side]] * int(random.integers(2, 4)) + [_CODAS[side]]
        found["".join(some[int(random.integers(len(some)))] for some in sounds)] = None
    return list(found)


def _sentence(
    length: int, lexicon: Lexicon, random: np.random.Generator
) -> tuple[list[str], list[int]]:
    """Return ``length`` words, and for every word the number of its phrase.

    A phrase is a noun with up to two adjectives before it, a verb, or a particle.
    """
    words: list[str] = []
    phrases: list[int] = []
    phrase = 0
    while len(words) < length:
        kind = _PHRASES.draw(random)
        before = min(_ADJECTIVES.draw(random), length - len(words) - 1) if kind == "noun" else 0
        chosen = [lexicon.by_class["adjective"].draw(random) for _ in range(before)]
        chosen.append(lexicon.by_class[kind].draw(random))
        words += chosen
        phrases += [phrase] * len(chosen)
        phrase += 1
    return words, phrases


def _translated(
    words: list[str], phrases: list[int], lexicon: Lexicon, order: str
) -> tuple[list[str], list[tuple[int, int]]]:
    """Return the target words and the links (source word, target word), sorted."""
    positions = list(range(len(words)))
    if order == "reverse":
        positions.reverse()
    elif order == "local":
        # Within a phrase back to front: the noun first, its adjectives after it.
        positions.sort(key=lambda position: (phrases[position], -position))
    target: list[str] = []
    links = []
    for position in positions:
        for word in lexicon.translation[words[position]]:
            links.append((position, len(target)))
            target.append(word)
    if not target:  # nothing but particles without translation: the first keeps a word
        noun = lexicon.by_class["noun"].options[0]
        return [*lexicon.translation[noun]], [(0, 0)]
    return target, sorted(links)
