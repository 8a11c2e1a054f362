"""Intervals over the test set and over seeds: by hand, and by how often they cover."""

from collections.abc import Callable, Iterable

import numpy as np
import pytest
from scipy.stats import t as student

from pipeline.claims.measured import Estimate, over_seeds
from pipeline.claims.seed_allowance import (
    PRIOR_WEIGHT,
    over_test_and_seeds,
    seed_half_width,
)
from pipeline.evaluation.estimate import Column, describe, sample_columns
from pipeline.evaluation.measure import Measure

MEAN = Measure("mean", "unit", lambda totals: totals[0] / totals[1])
CONFIDENCE = 0.95


def test_one_seed_rests_on_the_prior():
    assert seed_half_width([3.0], 0.7, CONFIDENCE) == pytest.approx(student.ppf(0.975, 4) * 0.7)


def test_the_figures_that_the_documentation_names():
    prior = 0.7 * 2**0.5
    for count, half in ((1, 2.7), (3, 1.4), (5, 1.0)):
        # Seeds that lie apart as the prior has it.
        values = np.arange(count) / np.arange(count).std(ddof=1) * prior if count > 1 else [0.0]
        assert seed_half_width(list(values), prior, CONFIDENCE) == pytest.approx(half, abs=0.06)


def test_seeds_that_agree_narrow_it_and_seeds_that_do_not_widen_it():
    alike, apart = ([1.0, 1.0, 1.0], [0.0, 1.0, 5.0])
    prior = seed_half_width([1.0, 1.7, 2.4], 0.7, CONFIDENCE)
    assert seed_half_width(alike, 0.7, CONFIDENCE) < prior < seed_half_width(apart, 0.7, CONFIDENCE)
    assert seed_half_width(alike, 0.7, CONFIDENCE) > 0.7 / 3**0.5  # three that agree prove little


def test_test_set_and_seeds_add_like_the_sides_of_a_right_angle():
    prior = 4.0 / student.ppf(0.975, 4)  # a half width of 4 over seeds
    found = over_test_and_seeds(Estimate(10, 7, 13, ((1, 10.0),)), prior, "BLEU", CONFIDENCE)
    assert (found.low, found.high) == pytest.approx((5.0, 15.0))
    assert (found.test_low, found.test_high) == (7, 13)


def test_difference_of_independent_figures():
    one, other = Estimate(10, 7, 12, ((1, 10.0),)), Estimate(4, 1, 8, ((1, 4.0),))
    found = one.minus(other)
    assert found[:3] == pytest.approx((6.0, 6 - 5.0, 6 + 13**0.5))
    assert found.values == ((1, 6.0),)


def test_mean_over_seeds_is_never_narrower_than_one():
    ones = [(1, Estimate(1, 0, 2, ((1, 1.0),))), (2, Estimate(3, 2, 4, ((2, 3.0),)))]
    assert over_seeds(ones) == Estimate(2, 1, 3, ((1, 1.0), (2, 3.0)))


def differences(seeds: int, seed_sd: Callable, prior: float, trials: int = 300):
    """Yield ``trials`` measured differences between two systems, in truth 1.

    Each is trained ``seeds`` times; every training adds an error of its own, with a standard
    deviation that ``seed_sd`` draws, and every test sentence one that both systems share.
    """
    draw = np.random.default_rng(21)
    for trial in range(trials):
        hard, spread = draw.normal(20.0, 5.0, size=60), seed_sd(draw)
        columns = []
        for truth in (1.0, 0.0):
            runs = [
                hard + truth + draw.normal(0.0, spread) + draw.normal(0.0, 2.0, size=60)
                for _ in range(seeds)
            ]
            columns.append(Column(MEAN, [np.column_stack([run, np.ones(60)]) for run in runs]))
        better, worse = sample_columns(columns, samples=200, seed=trial)
        found = describe(better.minus(worse), list(range(seeds)), "unit", CONFIDENCE)
        yield over_test_and_seeds(Estimate.read(found), prior * 2**0.5, "unit", CONFIDENCE)


def share(hits: Iterable[bool]) -> float:
    """The share of true ones."""
    return float(np.mean(list(hits)))


def none(_: np.random.Generator) -> float:
    return 0.0


def as_the_prior_has_it(draw: np.random.Generator) -> float:
    """A spread over seeds about 0.7, known as well as from PRIOR_WEIGHT + 1 trainings."""
    return 0.7 * (PRIOR_WEIGHT / draw.chisquare(PRIOR_WEIGHT)) ** 0.5


@pytest.mark.parametrize("seeds", [1, 3])
def test_interval_over_test_sentences_covers_the_known_difference(seeds):
    found = differences(seeds, none, prior=0.7)
    assert 0.92 <= share(one.test_low <= 1.0 <= one.test_high for one in found) <= 0.98


@pytest.mark.parametrize("seeds", [1, 3])
def test_interval_over_both_covers_the_known_difference(seeds):
    """With one seed and with several, where the spread is what the prior holds possible."""
    found = differences(seeds, as_the_prior_has_it, prior=0.7)
    assert 0.92 <= share(one.low <= 1.0 <= one.high for one in found) <= 0.985


def test_several_seeds_correct_a_prior_that_is_too_small():
    found = differences(5, lambda _: 1.0, prior=0.7)
    assert share(one.low <= 1.0 <= one.high for one in found) >= 0.90


def test_interval_over_test_sentences_alone_is_too_narrow_for_another_training():
    found = differences(1, lambda _: 0.7, prior=0.7)
    assert share(one.test_low <= 1.0 <= one.test_high for one in found) < 0.75
