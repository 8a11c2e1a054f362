import math

import numpy as np
import pytest
import torch

from pipeline.data.vocabulary import EOS, UNK
from pipeline.decoding.greedy import greedy
from pipeline.decoding.limits import LengthLimits
from pipeline.refusal import Refusal

from .stand_in_models import (
    A,
    B,
    C,
    PrefixModel,
    fingerprint,
    padded_sources,
    scattered,
    tabled,
)

FREE = LengthLimits(max_ratio=3.0, min_ratio=0.0)
SENTENCES = [[4], [5, 6, 7], [4, 4], [7, 5, 4, 6, 5], [6, 6, 6, 6], [5]]


def test_takes_the_most_probable_word_at_every_step():
    table = {(): {A: 0.6, B: 0.4}, (A,): {C: 0.5, EOS: 0.3, B: 0.2}, (A, C): {EOS: 0.9, A: 0.1}}
    (found,) = greedy(PrefixModel(tabled(table)), *padded_sources([[4, 5]]), FREE)
    assert found.tokens == [A, C]
    assert found.finished
    assert found.log_probability == pytest.approx(math.log(0.6 * 0.5 * 0.9))
    assert found.score == pytest.approx(math.log(0.6 * 0.5 * 0.9) / 3)


def test_attention_is_that_of_the_words_written():
    found = greedy(PrefixModel(scattered()), *padded_sources(SENTENCES), FREE)
    for sentence, hypothesis in zip(SENTENCES, found, strict=True):
        steps = len(hypothesis.tokens) + hypothesis.finished
        prefixes = [tuple(hypothesis.tokens[:step]) for step in range(steps)]
        expected = np.stack([fingerprint(tuple(sentence), prefix) for prefix in prefixes])
        np.testing.assert_array_equal(hypothesis.weights, expected)


def test_a_model_that_never_ends_is_cut_off_at_the_limit_and_still_answers():
    found = greedy(PrefixModel(scattered(end=-math.inf)), *padded_sources(SENTENCES), FREE)
    limits = [max(5, 3 * (len(sentence) + 1)) for sentence in SENTENCES]
    assert [len(hypothesis.tokens) for hypothesis in found] == limits
    assert not any(hypothesis.finished for hypothesis in found)
    assert [len(hypothesis.weights) for hypothesis in found] == limits
    for hypothesis, limit in zip(found, limits, strict=True):
        assert hypothesis.score == pytest.approx(hypothesis.log_probability / limit)


def test_a_model_that_ends_at_once_is_held_to_the_shortest_length():
    model = PrefixModel(scattered(end=50.0))
    found = greedy(model, *padded_sources(SENTENCES), LengthLimits(3.0, 0.5))
    assert [len(h.tokens) for h in found] == [(len(s) + 1) // 2 for s in SENTENCES]


def test_batch_does_not_matter():
    model = PrefixModel(scattered(end=1.0))
    together = greedy(model, *padded_sources(SENTENCES), FREE)
    for sentence, hypothesis in zip(SENTENCES, together, strict=True):
        (alone,) = greedy(model, *padded_sources([sentence]), FREE)
        assert alone.tokens == hypothesis.tokens
        assert alone.score == pytest.approx(hypothesis.score)


def test_finished_sentences_leave_the_batch():
    model = PrefixModel(scattered(end=1.0))
    found = greedy(model, *padded_sources(SENTENCES), FREE)
    steps = [len(hypothesis.tokens) + hypothesis.finished for hypothesis in found]
    assert model.rows_advanced[0] == len(SENTENCES)
    assert len(model.rows_advanced) == max(steps)
    assert model.rows_advanced[-1] < len(SENTENCES)


def test_barred_words_are_not_written():
    def likes_unknown(source, prefix):
        return [-9.0, -0.1, -9.0, -3.0 if len(prefix) > 1 else -9.0, -4.0, -5.0, -6.0, -7.0]

    model = PrefixModel(likes_unknown)
    assert UNK in greedy(model, *padded_sources([[4, 5]]), FREE)[0].tokens
    (barred,) = greedy(model, *padded_sources([[4, 5]]), FREE, barred=(UNK,))
    assert barred.tokens == [A, A]


def test_a_model_without_numbers_is_refused():
    model = PrefixModel(lambda source, prefix: [math.nan] * 8)
    with pytest.raises(Refusal, match="diverged"):
        greedy(model, *padded_sources([[4], [5, 6]]), FREE)


def test_normalisation_changes_the_score_alone():
    model = PrefixModel(scattered())
    by_mean = greedy(model, *padded_sources(SENTENCES), FREE, length_normalisation=1.0)
    by_sum = greedy(model, *padded_sources(SENTENCES), FREE, length_normalisation=0.0)
    assert [h.tokens for h in by_mean] == [h.tokens for h in by_sum]
    assert [h.score for h in by_sum] == [h.log_probability for h in by_sum]


def test_no_gradient_is_needed():
    with torch.inference_mode():
        assert len(greedy(PrefixModel(scattered()), *padded_sources(SENTENCES), FREE)) == 6
