"""Intervals that cover, spreads over seeds, and p-values that are sacrebleu's."""

import math
import random

import numpy as np
import pytest
from sacrebleu.metrics import BLEU as SacreBleu
from sacrebleu.significance import PairedTest

from pipeline.evaluation.bleu import BLEU, bleu_statistics
from pipeline.evaluation.estimate import Column, Sampled, describe, p_value, sample_columns
from pipeline.evaluation.measure import Measure
from pipeline.evaluation.perplexity import PERPLEXITY, perplexity_statistics

MEAN = Measure("mean", "unit", lambda totals: totals[0] / totals[1])


def mean_column(*runs):
    return Column(MEAN, [np.column_stack([run, np.ones(len(run))]) for run in runs])


def damaged(references, share, seed):
    """``references`` with ``share`` of the words replaced."""
    draw = random.Random(seed)
    return [
        " ".join(word if draw.random() > share else "wrong" for word in sentence.split())
        for sentence in references
    ]


@pytest.fixture(scope="module")
def references():
    draw = random.Random(1)
    words = [f"word{k}" for k in range(50)]
    return [" ".join(draw.choices(words, k=draw.randint(3, 12))) for _ in range(150)]


def test_bootstrap_interval_covers_the_true_value():
    """95% intervals of perplexity hold the perplexity of the population about 95 times of 100."""
    truth, trials, covered = math.exp(2.0), 400, 0
    draw = np.random.default_rng(11)
    for trial in range(trials):
        tokens = draw.integers(5, 40, size=100)
        nll = tokens * draw.gamma(4.0, 0.5, size=100)  # 2 nats a token in the mean
        column = Column(PERPLEXITY, [perplexity_statistics(nll, tokens)])
        (sampled,) = sample_columns([column], samples=200, seed=trial)
        figure = describe(sampled, [1], "perplexity", 0.95)
        covered += figure["low"] <= truth <= figure["high"]
    assert 0.91 <= covered / trials <= 0.98


def test_interval_of_the_difference_covers_the_true_difference():
    """Paired intervals cover too, and are narrow where both systems err on the same sentences."""
    trials, covered = 400, 0
    draw = np.random.default_rng(12)
    for trial in range(trials):
        hard = draw.normal(20.0, 5.0, size=80)  # how hard each sentence is, for both systems
        better = hard + draw.normal(1.0, 1.0, size=80)
        worse = hard + draw.normal(0.0, 1.0, size=80)
        columns = [mean_column(better), mean_column(worse)]
        one, other = sample_columns(columns, samples=200, seed=trial)
        figure = describe(one.minus(other), [1], "unit", 0.95)
        covered += figure["low"] <= 1.0 <= figure["high"]
        alone = describe(one, [1], "unit", 0.95)
        assert figure["high"] - figure["low"] < (alone["high"] - alone["low"]) / 2
    assert 0.91 <= covered / trials <= 0.98


def test_the_mean_is_of_the_test_set_not_of_the_resamples():
    (sampled,) = sample_columns([mean_column(np.array([1.0, 2.0, 6.0]))], samples=100, seed=1)
    assert describe(sampled, [1], "unit", 0.95)["mean"] == 3.0


def test_one_seed_has_no_spread():
    (sampled,) = sample_columns([mean_column(np.arange(9.0))], samples=100, seed=1)
    figure = describe(sampled, [4], "unit", 0.95)
    assert figure["seed_spread"] is None
    assert figure["seeds"] == [{"seed": 4, "value": 4.0}]
    assert figure["samples"] == 100


def test_several_seeds_give_mean_and_spread():
    runs = [np.full(9, 10.0), np.full(9, 11.0), np.full(9, 15.0)]
    (sampled,) = sample_columns([mean_column(*runs)], samples=100, seed=1)
    figure = describe(sampled, [1, 2, 3], "unit", 0.95)
    assert figure["mean"] == 12.0
    # Deviations -2, -1 and 3 over n - 1 = 2.
    assert figure["seed_spread"] == pytest.approx(math.sqrt(14 / 2), abs=1e-6)
    # No sentence differs from another, so another test set would change nothing.
    assert (figure["low"], figure["high"]) == (12.0, 12.0)
    assert [entry["value"] for entry in figure["seeds"]] == [10.0, 11.0, 15.0]


def test_every_seed_meets_the_same_resamples():
    run = np.random.default_rng(5).normal(size=60)
    (sampled,) = sample_columns([mean_column(run, -run)], samples=100, seed=1)
    # Seeds that err in opposite ways cancel out on every resample, if it is the same one.
    assert sampled.samples.mean(axis=0) == pytest.approx(np.zeros(100), abs=1e-12)


def test_undefined_figures_are_none():
    nothing = Measure("nothing", "unit", lambda totals: math.nan)
    (sampled,) = sample_columns([Column(nothing, [np.ones((4, 1))])], samples=100, seed=1)
    assert describe(sampled, [1], "unit", 0.95) is None


def test_statistics_of_different_sentences_cannot_be_paired():
    with pytest.raises(ValueError, match="paired"):
        sample_columns([mean_column(np.ones(3)), mean_column(np.ones(4))], samples=100, seed=1)


@pytest.mark.parametrize("share", [0.20, 0.22, 0.30])
def test_p_value_is_that_of_sacrebleus_paired_test(references, share, monkeypatch):
    monkeypatch.setenv("SACREBLEU_SEED", "3")
    outputs = [("a", damaged(references, 0.20, 1)), ("b", damaged(references, share, 2))]
    test = PairedTest(outputs, {"BLEU": SacreBleu()}, [references], test_type="bs", n_samples=300)
    _, results = test()
    columns = [Column(BLEU, [bleu_statistics(texts, references)]) for _, texts in outputs]
    one, other = sample_columns(columns, samples=300, seed=3)
    assert p_value(other.minus(one)) == pytest.approx(results["BLEU"][1].p_value, abs=1e-6)
    assert other.values[0] == pytest.approx(results["BLEU"][1].score)


def test_a_built_in_difference_is_found_and_none_is_not_invented(references):
    outputs = [damaged(references, share, seed) for seed, share in enumerate((0.2, 0.3, 0.2))]
    columns = [Column(BLEU, [bleu_statistics(texts, references)]) for texts in outputs]
    good, bad, equal = sample_columns(columns, samples=400, seed=1)
    real = describe(good.minus(bad), [1], "BLEU", 0.95)
    assert real["low"] > 0
    assert p_value(good.minus(bad)) < 0.01
    none = describe(good.minus(equal), [1], "BLEU", 0.95)
    assert none["low"] < 0 < none["high"]
    assert p_value(good.minus(equal)) > 0.05


def test_p_value_is_of_the_mean_over_seeds():
    # Seeds that point in opposite ways by the same amount show no difference together.
    samples = np.random.default_rng(1).normal(scale=0.1, size=(1, 200))
    up = Sampled(np.array([3.0]), 3.0 + samples)
    both = Sampled(np.array([3.0, -3.0]), np.vstack([3.0 + samples, samples - 3.0]))
    assert p_value(up) == pytest.approx(1 / 201, abs=1e-6)
    assert p_value(both) > 0.2
