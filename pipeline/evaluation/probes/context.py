"""Context: is one word in two contexts two things to the decoder?

The embedding of a word is the same wherever it stands: the distance between two occurrences is 0.
Compared are the cosine distances of the annotations of two occurrences of one word, by whether
both stand for the same target word (see two_translations.py), and by whether they share a
neighbour. Each word counts alike; what is resampled are words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from pipeline.evaluation.probes.described import by_name, described, mean_of
from pipeline.evaluation.probes.two_translations import TwoTranslations
from pipeline.evaluation.resample import Bootstrap

DISTANCE = "cosine distance"
AT_MOST = 60
"""Occurrences of a word in one group that are compared with each other: the first in the text."""

NAMES = (
    "any_two",
    "same_translation",
    "other_translation",
    "translation_difference",
    "translation_difference_apart",
    "shared_neighbour",
    "no_shared_neighbour",
    "neighbour_difference",
    "other_word",
    "other_word_embeddings",
)
MEASURES = {name: mean_of(name, DISTANCE) for name in NAMES}
"""Differences are other less same, within each word; ``_apart``: of pairs that share no neighbour,
since occurrences of one translation share more of them. ``other_word`` and
``other_word_embeddings``: a word against the word before it in the list, for a scale."""


def context(
    words: Sequence[TwoTranslations],
    states: Mapping[int, np.ndarray],
    sources: Sequence[Sequence[int]],
    embeddings: np.ndarray,
    seed: int,
    bootstrap: Bootstrap,
) -> dict:
    """What is measured on ``words``; ``states`` [S, D] by row, ``embeddings`` [V, E]."""
    groups = [(one.as_first[:AT_MOST], one.as_second[:AT_MOST]) for one in words]
    vectors = [_unit(np.array([states[row][k] for row, k in a + b])) for a, b in groups]
    table = _unit(embeddings)
    rows = []
    for index, (one, (first, second)) in enumerate(zip(words, groups, strict=True)):
        before, other = vectors[index - 1], words[index - 1].word
        rows.append(
            _statistics(vectors[index], len(first), _neighbours(first + second, sources))
            | {
                "other_word": _mean(1 - vectors[index] @ before.T),
                "other_word_embeddings": _mean(1 - table[[one.word]] @ table[[other]].T),
            }
        )
    return {
        "words": len(words),
        "occurrences": sum(len(a) + len(b) for a, b in groups),
        "measures": described(by_name(MEASURES, rows), seed, bootstrap) if words else {},
    }


def _statistics(
    vectors: np.ndarray, first: int, neighbours: Sequence[frozenset]
) -> dict[str, tuple[float, float]]:
    """One word's mean distances, each with a count of 1 (0 where it has no such pair)."""
    distances = 1 - vectors @ vectors.T
    count = len(vectors)
    pair = np.triu(np.ones((count, count), dtype=bool), 1)
    is_first = np.arange(count) < first
    shared = np.array([[bool(a & b) for b in neighbours] for a in neighbours])
    same, other = _by_translation(distances, pair, is_first)
    found = {
        "any_two": _mean(distances[pair]),
        "same_translation": same,
        "other_translation": other,
        "shared_neighbour": _mean(distances[pair & shared]),
        "no_shared_neighbour": _mean(distances[pair & ~shared]),
    }
    found["translation_difference"] = _less(other, same)
    same, other = _by_translation(distances, pair & ~shared, is_first)
    found["translation_difference_apart"] = _less(other, same)
    found["neighbour_difference"] = _less(found["no_shared_neighbour"], found["shared_neighbour"])
    return found


def _by_translation(distances: np.ndarray, pair: np.ndarray, is_first: np.ndarray):
    """Mean distances of pairs of one translation and of two."""
    same = is_first[:, None] == is_first
    # Both translations' own pairs count alike, however frequent each is.
    own = [_mean(distances[pair & same & (is_first == one)]) for one in (True, False)]
    return _mean(np.array([value for value, there in own if there])), _mean(distances[pair & ~same])


def _neighbours(
    places: Sequence[tuple[int, int]], sources: Sequence[Sequence[int]]
) -> list[frozenset[tuple[int, int]]]:
    """For every occurrence the words beside it, with their side; -1 before the first word."""
    return [
        frozenset([(-1, sources[row][k - 1] if k else -1), (1, sources[row][k + 1])])
        for row, k in places
    ]


def _unit(vectors: np.ndarray) -> np.ndarray:
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return vectors / np.where(lengths > 0, lengths, 1)


def _mean(values: np.ndarray) -> tuple[float, float]:
    return (float(values.mean()), 1.0) if values.size else (0.0, 0.0)


def _less(one: tuple[float, float], other: tuple[float, float]) -> tuple[float, float]:
    return (one[0] - other[0], 1.0) if one[1] and other[1] else (0.0, 0.0)
