import itertools
import math

import numpy as np
import pytest

from pipeline.data.vocabulary import EOS, UNK
from pipeline.decoding.beam import beam_search
from pipeline.decoding.greedy import greedy
from pipeline.decoding.limits import LengthLimits
from pipeline.refusal import Refusal

from .stand_in_models import (
    A,
    B,
    C,
    D,
    PrefixModel,
    fingerprint,
    padded_sources,
    scattered,
    tabled,
)

FREE = LengthLimits(max_ratio=3.0, min_ratio=0.0)
SHORT = LengthLimits(max_ratio=1.0, min_ratio=0.0)
ALL_SHORT = sum(4**length for length in range(5))
"""Translations of four words that SHORT allows: a beam so wide prunes nothing."""
SENTENCES = [
    [first, *rest] for first in (4, 5, 6, 7) for rest in ([], [5], [6, 4], [7, 7, 5], [4] * 6)
]


def ranking(hypothesis):
    return hypothesis.finished, hypothesis.score


def exhaustive(distribution, sentence, longest, exponent, barred=()):
    """The best of all finished translations of at most ``longest`` steps, by their score."""
    best = (-math.inf, ())
    words = [token for token in (UNK, A, B, C, D) if token not in barred]
    for length in range(longest):
        for translation in itertools.product(words, repeat=length):
            total = sum(
                distribution(tuple(sentence), translation[:step])[token]
                for step, token in enumerate([*translation, EOS])
            )
            best = max(best, (total / (length + 1) ** exponent, translation))
    return best


def test_finds_what_greedy_search_misses():
    table = {
        (): {A: 0.6, B: 0.4},
        (A,): {C: 0.4, D: 0.3, EOS: 0.3},
        (B,): {C: 0.95, EOS: 0.05},
    }
    model, source = PrefixModel(tabled(table)), padded_sources([[4, 5]])
    assert greedy(model, *source, FREE)[0].tokens == [A, C]
    (found,) = beam_search(model, *source, FREE, beam=2)
    assert found.tokens == [B, C]
    assert found.log_probability == pytest.approx(math.log(0.4 * 0.95))
    assert found.score == pytest.approx(math.log(0.4 * 0.95) / 3)


@pytest.mark.parametrize("exponent", [0.0, 0.6, 1.0, 2.0])
def test_a_wide_beam_finds_the_best_of_all(exponent):
    distribution = scattered(sharpness=1.5, end=0.5)
    sentences = [[4], [5], [6], [7], [5, 7], [4, 6]]
    found = beam_search(
        PrefixModel(distribution),
        *padded_sources(sentences),
        SHORT,
        beam=ALL_SHORT,
        length_normalisation=exponent,
        barred=(UNK,),
    )
    for sentence, hypothesis in zip(sentences, found, strict=True):
        score, translation = exhaustive(distribution, sentence, 5, exponent, barred=(UNK,))
        assert tuple(hypothesis.tokens) == translation
        assert hypothesis.score == pytest.approx(score, abs=1e-5)
        assert hypothesis.finished


def test_goes_on_while_a_longer_hypothesis_can_still_win():
    # Of the two that end first one has a mean of log .45, the long one in the end of log .87.
    table = {
        (): {A: 0.55, B: 0.45},
        (A,): {EOS: 0.37, C: 0.63},
        (B,): {C: 1.0},
        (B, C): {D: 1.0},
        (B, C, D): {A: 1.0},
        (B, C, D, A): {B: 1.0},
        (A, C): {EOS: 1.0},
    }
    model, source = PrefixModel(tabled(table)), padded_sources([[4, 5]])
    (by_mean,) = beam_search(model, *source, FREE, beam=3, length_normalisation=1.0)
    assert by_mean.tokens == [B, C, D, A, B]
    (by_sum,) = beam_search(model, *source, FREE, beam=3, length_normalisation=0.0)
    assert by_sum.tokens == [B, C, D, A, B]
    assert len(model.rows_advanced) > 4


def test_stops_when_no_live_hypothesis_can_win():
    # Ends with certainty after one word; whatever lives on is hopeless even at the limit.
    table = {(): {A: 0.999, B: 0.001}, (A,): {EOS: 0.999, C: 0.001}}
    table |= {(B,) + (C,) * n: {C: 0.5, D: 0.5} for n in range(40)}
    model = PrefixModel(tabled(table))
    (found,) = beam_search(model, *padded_sources([[4] * 9]), FREE, beam=4)
    assert found.tokens == [A]
    assert len(model.rows_advanced) == 2


@pytest.mark.parametrize("exponent", [0.0, 1.0])
def test_a_beam_of_one_is_greedy_search(exponent):
    model, source = PrefixModel(scattered(end=0.5)), padded_sources(SENTENCES)
    limits = LengthLimits(max_ratio=3.0, min_ratio=0.5)
    settings = {"length_normalisation": exponent, "barred": (UNK,)}
    one = beam_search(model, *source, limits, beam=1, **settings)
    step_by_step = greedy(model, *source, limits, **settings)
    for beam, plain in zip(one, step_by_step, strict=True):
        assert beam.tokens == plain.tokens
        assert beam.finished == plain.finished
        assert beam.score == pytest.approx(plain.score)
        np.testing.assert_array_equal(beam.weights, plain.weights)


@pytest.mark.parametrize("beam", [2, 3, 5])
@pytest.mark.parametrize("exponent", [0.0, 1.0])
def test_a_beam_is_never_below_greedy_search(beam, exponent):
    model, source = PrefixModel(scattered(sharpness=0.7, end=-0.5)), padded_sources(SENTENCES * 3)
    wide = beam_search(model, *source, FREE, beam=beam, length_normalisation=exponent)
    plain = greedy(model, *source, FREE, length_normalisation=exponent)
    for one, other in zip(wide, plain, strict=True):
        assert ranking(one) >= (other.finished, other.score - 1e-6)
    assert any(one.score > other.score + 1e-3 for one, other in zip(wide, plain, strict=True))


def test_the_greedy_path_is_followed_where_better_beginnings_push_it_out():
    # Two beginnings look better than the greedy path after two steps, and both end badly.
    table = {
        (): {A: 0.4, B: 0.3, C: 0.3},
        (A,): {A: 0.4, B: 0.3, C: 0.3},
        (B,): {D: 1.0},
        (C,): {D: 1.0},
        (A, A): {EOS: 1.0},
    }
    for dead_end in (B, C):
        table |= {(dead_end, D, *tail): dict.fromkeys((A, B, C, D), 0.25) for tail in all_tails(4)}
    model, source = PrefixModel(tabled(table)), padded_sources([[4, 5]])
    (found,) = beam_search(model, *source, SHORT, beam=3)
    assert found.tokens == [A, A]
    assert found.score == pytest.approx(greedy(model, *source, SHORT)[0].score)


def all_tails(longest):
    for length in range(longest):
        yield from itertools.product((A, B, C, D), repeat=length)


def test_scores_are_those_of_the_words_written():
    distribution = scattered(end=0.5)
    found = beam_search(PrefixModel(distribution), *padded_sources(SENTENCES), FREE, beam=4)
    for sentence, hypothesis in zip(SENTENCES, found, strict=True):
        written = [*hypothesis.tokens, EOS] if hypothesis.finished else hypothesis.tokens
        total = sum(
            distribution(tuple(sentence), tuple(written[:step]))[token]
            for step, token in enumerate(written)
        )
        assert hypothesis.log_probability == pytest.approx(total, abs=1e-4)
        assert hypothesis.score == pytest.approx(total / len(written), abs=1e-4)


def test_attention_travels_with_its_hypothesis():
    model = PrefixModel(scattered(sharpness=0.7, end=0.3))
    source = padded_sources(SENTENCES)
    found = beam_search(model, *source, FREE, beam=5)
    different = 0
    for sentence, hypothesis, plain in zip(
        SENTENCES, found, greedy(model, *source, FREE), strict=True
    ):
        steps = len(hypothesis.tokens) + hypothesis.finished
        prefixes = [tuple(hypothesis.tokens[:step]) for step in range(steps)]
        expected = np.stack([fingerprint(tuple(sentence), prefix) for prefix in prefixes])
        np.testing.assert_array_equal(hypothesis.weights, expected)
        different += hypothesis.tokens != plain.tokens
    assert different > 5  # else the beams never crossed and the test shows nothing


def test_a_model_that_never_ends_still_answers_each_sentence_at_the_limit():
    found = beam_search(
        PrefixModel(scattered(end=-math.inf)), *padded_sources(SENTENCES), FREE, beam=3
    )
    limits = [max(5, 3 * (len(sentence) + 1)) for sentence in SENTENCES]
    assert [len(hypothesis.tokens) for hypothesis in found] == limits
    assert not any(hypothesis.finished for hypothesis in found)
    for hypothesis, limit in zip(found, limits, strict=True):
        assert len(hypothesis.weights) == limit
        assert hypothesis.score == pytest.approx(hypothesis.log_probability / limit)


def test_of_those_cut_off_the_best_is_kept():
    distribution = scattered(sharpness=1.0, end=-math.inf)
    (found,) = beam_search(
        PrefixModel(distribution), *padded_sources([[4]]), SHORT, beam=4**5, barred=(UNK,)
    )
    best = max(
        sum(distribution((4,), translation[:step])[token] for step, token in enumerate(translation))
        for translation in itertools.product((A, B, C, D), repeat=5)
    )
    assert found.log_probability == pytest.approx(best, abs=1e-4)


def test_a_finished_hypothesis_goes_before_a_loop_that_was_cut_off():
    table = {(): {A: 0.9, B: 0.1}, (B,): {EOS: 0.5, C: 0.5}}
    table |= {(A,) * n: {A: 0.999, D: 0.001} for n in range(1, 20)}
    (found,) = beam_search(PrefixModel(tabled(table)), *padded_sources([[4, 5]]), FREE, beam=2)
    assert found.finished
    assert found.tokens == [B]


def test_limits_are_those_of_greedy_search():
    model = PrefixModel(scattered(end=50.0))
    found = beam_search(model, *padded_sources(SENTENCES), LengthLimits(3.0, 0.5), beam=3)
    assert [len(h.tokens) for h in found] == [(len(s) + 1) // 2 for s in SENTENCES]


def test_batch_does_not_matter():
    model = PrefixModel(scattered(sharpness=1.0, end=0.5))
    together = beam_search(model, *padded_sources(SENTENCES), FREE, beam=4)
    for sentence, hypothesis in zip(SENTENCES, together, strict=True):
        (alone,) = beam_search(model, *padded_sources([sentence]), FREE, beam=4)
        assert alone.tokens == hypothesis.tokens
        assert alone.score == pytest.approx(hypothesis.score)
        np.testing.assert_array_equal(alone.weights, hypothesis.weights)


def test_rows_are_computed_only_while_they_are_needed():
    """One empty hypothesis a sentence at first; then no row for what has finished."""
    model = PrefixModel(scattered(end=1.0))
    beam_search(model, *padded_sources(SENTENCES), FREE, beam=3)
    assert model.rows_advanced[0] == len(SENTENCES)
    assert len(SENTENCES) < model.rows_advanced[1] <= 3 * len(SENTENCES)
    assert model.rows_advanced[1:] == sorted(model.rows_advanced[1:], reverse=True)
    assert model.rows_advanced[-1] < len(SENTENCES)


def test_barred_words_are_not_written():
    distribution = scattered(sharpness=1.0, end=0.5)
    model, source = PrefixModel(distribution), padded_sources([[4], [5], [6], [7]])
    free = beam_search(model, *source, SHORT, beam=5)
    assert any(UNK in hypothesis.tokens for hypothesis in free)
    barred = beam_search(model, *source, SHORT, beam=ALL_SHORT, barred=(UNK,))
    for sentence, hypothesis in zip(([4], [5], [6], [7]), barred, strict=True):
        score, translation = exhaustive(distribution, sentence, 5, 1.0, barred=(UNK,))
        assert tuple(hypothesis.tokens) == translation
        assert hypothesis.score == pytest.approx(score, abs=1e-5)


def test_equal_scores_are_settled_the_same_way_every_time():
    even = [math.log(1 / 8)] * 8
    model, source = PrefixModel(lambda source, prefix: even), padded_sources([[4, 5], [6]])
    settings = {"beam": 3, "length_normalisation": 0.0}
    found = beam_search(model, *source, FREE, **settings)
    assert [hypothesis.tokens for hypothesis in found] == [[], []]
    longer = beam_search(model, *source, LengthLimits(3.0, 1.0), barred=(UNK,), **settings)
    assert [hypothesis.tokens for hypothesis in longer] == [[A, A, A], [A, A]]


def test_a_beam_wider_than_the_vocabulary_is_no_trouble():
    found = beam_search(PrefixModel(scattered()), *padded_sources([[4, 5], [6]]), FREE, beam=50)
    assert len(found) == 2


def test_a_model_without_numbers_is_refused():
    model = PrefixModel(lambda source, prefix: [math.nan] * 8)
    with pytest.raises(Refusal, match="diverged"):
        beam_search(model, *padded_sources([[4], [5, 6]]), FREE, beam=3)
