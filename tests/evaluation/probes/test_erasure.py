"""Erasure on models whose attention tells the truth, lies, or says nothing."""

import numpy as np
import pytest
import torch
from scipy.stats import kendalltau

from evaluation.probes.known_models import TARGET_VOCABULARY, KnownModel, alone, even, nothing
from evaluation.probes.shipped import sentence
from pipeline.data.vocabulary import EOS, UNK
from pipeline.evaluation.probes.erasure import Sources, erasure
from pipeline.evaluation.probes.looked_at import look_at
from pipeline.evaluation.resample import Bootstrap

BOOTSTRAP = Bootstrap(200, 0.95, 1)
SOURCES = [[word % 8 + 4 for word in sentence(9, k)[:-1]] + [EOS] for k in range(12)]
TRUE = alone(lambda t: t)


def preferred(model, source):
    """The target that the model itself finds likeliest, as long as the source."""
    ids = torch.full((1, len(source)), 4)
    with torch.inference_mode():
        forced = model.teacher_forced(torch.tensor([source]), torch.tensor([len(source)]), ids)
        return model.logits(forced.features)[0].argmax(-1).tolist()


def probed(shares, shown, sources=SOURCES):
    model = KnownModel(shares, shown)
    targets = [preferred(model, source) for source in sources]
    looked = look_at(model, sources, targets, "zero")
    return erasure([one.sources for one in looked], 1, BOOTSTRAP)["measures"]


def test_attention_that_tells_the_truth_finds_what_matters():
    found = probed(TRUE, TRUE)
    assert found["attention_over_random"]["low"] > 0
    assert found["attention_over_gradient"]["mean"] == 0
    assert found["attention_finds_largest"]["mean"] == 1
    assert found["drop_attention"] == found["drop_largest"]
    assert found["tau_attention_change"]["mean"] == pytest.approx(1)
    assert found["tau_attention_gradient"]["mean"] == pytest.approx(1)


def test_attention_that_lies_is_found_out():
    found = probed(TRUE, alone(lambda t: t + 1 if t % 2 == 0 else t - 1))
    assert found["drop_attention"]["mean"] == 0
    assert found["attention_over_random"]["high"] < 0
    assert found["attention_over_gradient"]["high"] < 0
    assert found["drop_gradient"]["low"] > 0
    assert found["tau_attention_change"]["high"] < 0


def test_attention_that_says_nothing_is_no_better_than_a_random_word():
    found = probed(TRUE, even)
    assert found["attention_over_random"]["low"] == found["attention_over_random"]["high"] == 0
    assert found["drop_attention"] == found["drop_random"]
    assert found["tau_attention_change"] is None  # no ranks where all weights are the same


def test_attention_that_was_never_trained_shows_nothing():
    draw = np.random.default_rng(5)
    sentences = [
        Sources(draw.normal(0.2, 1, (9, 8)), draw.random((9, 8)), draw.dirichlet(np.ones(8), 9))
        for _ in range(60)
    ]
    found = erasure(sentences, 1, Bootstrap(1000, 0.999, 1))["measures"]
    names = [name for name in found if "over" in name or name.startswith("tau")]
    assert len(names) == 6  # at 95% one of as many would be wrong in every fourth test
    for name in names:
        assert found[name]["low"] < 0 < found[name]["high"], name
    for name in ("attention_finds_largest", "gradient_finds_largest"):
        assert found[name]["low"] < 1 / 8 < found[name]["high"]


def test_model_that_ignores_the_source_loses_nothing():
    found = probed(nothing, TRUE)
    for name in ("drop_attention", "drop_gradient", "drop_random", "drop_largest"):
        assert found[name]["mean"] == found[name]["low"] == found[name]["high"] == 0
    assert found["tau_attention_change"] is None


def test_system_without_attention_is_measured_by_its_gradient():
    found = probed(TRUE, None)
    assert not [name for name in found if "attention" in name]
    assert found["gradient_over_random"]["low"] > 0


def test_unknown_words_are_not_chosen():
    source = [UNK, 5, 6, UNK, 7, 8, UNK, 9, EOS]
    model = KnownModel(even, even)
    (looked,) = look_at(model, [source], [[4, 5, EOS]], "unknown")
    assert looked.gradients.shape == (2, 8)
    assert looked.sources.drops.shape == (2, 5)
    assert looked.sources.weights.shape == (2, 5)
    assert (looked.sources.drops != 0).all()


def test_measures_by_hand():
    drops = np.array([[3.0, 1.0, 0.0, -4.0], [0.5, 0.1, 0.2, 0.0]])
    weights = np.array([[0.1, 0.6, 0.2, 0.1], [0.4, 0.4, 0.1, 0.1]])
    gradients = np.array([[4.0, 3.0, 1.0, 9.0], [1.0, 2.0, 3.0, 4.0]])
    found = erasure([Sources(drops, gradients, weights)], 1, BOOTSTRAP)["measures"]
    expected = {
        "drop_attention": (1.0 + 0.3) / 2,  # two words share the second output's largest weight
        "drop_gradient": (-4.0 + 0.0) / 2,
        "drop_random": (0.0 + 0.2) / 2,
        "drop_largest": (3.0 + 0.5) / 2,
        "attention_over_random": (1.0 + 0.1) / 2,
        "attention_over_gradient": (5.0 + 0.3) / 2,
        "gradient_over_random": (-4.0 - 0.2) / 2,
        "attention_finds_largest": 0.25,
        "gradient_finds_largest": 0.0,
        "random_finds_largest": 0.25,
        "tau_gradient_change": np.mean(
            [kendalltau(g, np.abs(d)).statistic for g, d in zip(gradients, drops, strict=True)]
        ),
    }
    for name, value in expected.items():
        assert found[name]["mean"] == pytest.approx(value, abs=1e-6), name


def test_short_sentences_are_left_out():
    one = Sources(np.ones((2, 3)), np.ones((2, 3)), None)
    assert erasure([one], 1, BOOTSTRAP) == {"sentences": 0, "outputs": 0, "measures": {}}


def test_threads_do_not_change_what_is_found():
    model = KnownModel(TRUE, even)
    targets = [sentence(7, k) for k in range(len(SOURCES))]
    assert max(max(ids) for ids in targets) < TARGET_VOCABULARY
    before = torch.get_num_threads()
    found = []
    try:
        for threads in (1, 4):
            torch.set_num_threads(threads)
            found.append(look_at(model, SOURCES, targets, "zero"))
    finally:
        torch.set_num_threads(before)
    for one, other in zip(*found, strict=True):
        assert (one.gradients == other.gradients).all()
        assert (one.sources.drops == other.sources.drops).all()
