"""Annotations that depend on their neighbours, or do not; words with two translations."""

import numpy as np
import pytest

from evaluation.probes.known_models import KnownModel, nothing
from pipeline.data.vocabulary import EOS, SPECIAL_SYMBOLS
from pipeline.evaluation.probes.annotations import annotations
from pipeline.evaluation.probes.context import context
from pipeline.evaluation.probes.run import folded_words
from pipeline.evaluation.probes.two_translations import Pairs, two_translations
from pipeline.evaluation.resample import Bootstrap

BOOTSTRAP = Bootstrap(200, 0.95, 1)
SENSES = {4: (20, 21), 5: (22, 23), 6: (24, 25), 7: (26, 27)}
"""Source word -> its two translations."""
BEFORE = {0: 8, 1: 9}
"""Sense -> the word that stands before it, where the context decides."""


def corpus(sentences, decided, seed=1):
    """Pairs of three source words, the second ambiguous; ``decided``: the first says its sense."""
    draw = np.random.default_rng(seed)
    sources, targets = [], []
    for _ in range(sentences):
        word, sense = int(draw.integers(4, 8)), int(draw.integers(2))
        before = BEFORE[sense if decided else int(draw.integers(2))]
        sources.append([before, word, 10, EOS])
        targets.append([30 + before, SENSES[word][sense], 40])
    return Pairs(sources, targets)


def words_of(pairs):
    return two_translations(corpus(400, True, seed=2), pairs, SENSES, 3, 10)


def probed(mixed, decided):
    pairs = corpus(200, decided)
    words = words_of(pairs)
    model = KnownModel(nothing, mixed=mixed)
    states = annotations(model, pairs.source, range(len(pairs.source)))
    table = model.encoder.embedding.weight.detach().numpy()
    return context(words, states, pairs.source, table, 1, BOOTSTRAP)


def test_words_with_two_translations_are_found_with_their_occurrences():
    pairs = corpus(200, True)
    found = words_of(pairs)
    assert {one.word: {one.first, one.second} for one in found} == {
        word: set(senses) for word, senses in SENSES.items()
    }
    for one in found:
        for translation, places in ((one.first, one.as_first), (one.second, one.as_second)):
            assert len(places) >= 3
            for row, position in places:
                assert pairs.source[row][position] == one.word
                assert translation in pairs.target[row]


def test_a_word_with_one_translation_is_none_of_them():
    single = Pairs([[4, 5, EOS]] * 20, [[20, 21]] * 20)
    assert two_translations(single, single, {4, 5}, 2, 10) == []


def test_occurrences_with_both_translations_or_twice_in_a_sentence_are_left_out():
    training = corpus(400, True, seed=2)
    both = Pairs([[8, 4, 10, EOS]] * 9, [[38, 20, 21]] * 9)
    twice = Pairs([[4, 4, 10, EOS]] * 9, [[38, 20, 40]] * 9)
    assert two_translations(training, both, SENSES, 1, 10) == []
    assert two_translations(training, twice, SENSES, 1, 10) == []


def test_most_frequent_words_come_first_and_no_more_than_wanted():
    pairs = corpus(200, True)
    found = two_translations(corpus(400, True, seed=2), pairs, SENSES, 3, 2)
    counts = {word: sum(word in ids for ids in pairs.source) for word in SENSES}
    assert [one.word for one in found] == sorted(counts, key=lambda w: (-counts[w], w))[:2]


def test_annotations_that_are_embeddings_have_no_distance():
    found = probed(0.0, True)["measures"]
    for name in ("any_two", "same_translation", "other_translation", "translation_difference"):
        assert found[name]["high"] == pytest.approx(0, abs=1e-6)
    assert found["other_word"]["mean"] == pytest.approx(found["other_word_embeddings"]["mean"])
    assert found["other_word"]["mean"] > 0.1


def test_annotations_that_know_the_deciding_neighbour_tell_translations_apart():
    found = probed(0.8, True)["measures"]
    assert found["same_translation"]["mean"] == pytest.approx(0, abs=1e-6)
    assert found["translation_difference"]["low"] > 0.05


def test_neighbours_that_decide_nothing_make_no_difference():
    found = probed(0.8, False)["measures"]
    assert found["any_two"]["low"] > 0.05
    assert found["translation_difference"]["low"] < 0.01
    assert found["translation_difference"]["high"] > -0.01
    assert abs(found["translation_difference"]["mean"]) < 0.1 * found["any_two"]["mean"]
    assert found["neighbour_difference"] is None  # the word after it is always the same


def test_no_word_gives_no_measure():
    found = context([], {}, [], np.ones((4, 2)), 1, BOOTSTRAP)
    assert found == {"words": 0, "occurrences": 0, "measures": {}}


def test_annotations_do_not_depend_on_the_batch():
    model = KnownModel(nothing, mixed=0.5)
    sources = [[4, 5, 6, 7, EOS], [8, EOS], [9, 10, EOS]]
    together = annotations(model, sources, [0, 1, 2])
    for row, ids in enumerate(sources):
        (alone,) = annotations(model, [ids], [0]).values()
        assert together[row].shape == (len(ids), 6)
        assert np.allclose(together[row], alone)


def test_words_have_letters_and_no_case():
    symbols = (*SPECIAL_SYMBOLS, "LORD", ",", "king", "Lord", "1", "King", "\u2581king")
    assert folded_words(symbols) == {4: 4, 6: 6, 7: 4, 9: 6, 10: 10}
