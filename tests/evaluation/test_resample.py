import numpy as np
import pytest

from pipeline.evaluation import resample
from pipeline.evaluation.resample import percentile_interval, resampled_totals


def test_resamples_are_full_size_and_with_replacement():
    # Powers of 4 make every resample's draws readable from its total, digit by digit.
    sentences = 6
    statistics = np.column_stack([np.ones(sentences), 16.0 ** np.arange(sentences)])
    totals = resampled_totals(statistics, samples=200, seed=1)
    assert (totals[:, 0] == sentences).all()
    digits = (totals[:, 1].astype(np.int64)[:, None] >> (4 * np.arange(sentences))) & 15
    assert (digits.sum(axis=1) == sentences).all()
    assert digits.max() > 1
    assert abs(digits.mean(axis=0) - 1).max() < 0.2


def test_resamples_are_those_that_sacrebleu_draws():
    statistics = np.random.default_rng(0).integers(0, 9, size=(40, 3)).astype(float)
    drawn = np.random.default_rng(7).choice(40, size=(25, 40), replace=True)
    assert (resampled_totals(statistics, 25, seed=7) == statistics[drawn].sum(axis=1)).all()


def test_chunks_change_nothing(monkeypatch):
    statistics = np.random.default_rng(0).integers(0, 9, size=(41, 3)).astype(float)
    whole = resampled_totals(statistics, 30, seed=5)
    monkeypatch.setattr(resample, "CHUNK", 41 * 7)
    assert (resampled_totals(statistics, 30, seed=5) == whole).all()


def test_the_seed_decides():
    statistics = np.arange(50.0)[:, None]
    first, again, other = (resampled_totals(statistics, 20, seed) for seed in (1, 1, 2))
    assert (first == again).all()
    assert (first != other).any()


def test_percentile_interval_holds_its_share():
    values = np.random.default_rng(0).permutation(np.arange(1001.0))
    assert percentile_interval(values, 0.95) == pytest.approx((25.0, 975.0))
    assert percentile_interval(values, 0.5) == pytest.approx((250.0, 750.0))


def test_undefined_resamples_are_left_out_of_the_interval():
    assert percentile_interval(np.array([np.nan, 1.0, 1.0]), 0.95) == (1.0, 1.0)
    assert np.isnan(percentile_interval(np.array([np.nan]), 0.95)).all()
