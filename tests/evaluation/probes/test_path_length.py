"""Path length on gradients whose reach is known."""

import math
from itertools import pairwise

import numpy as np
import pytest

from evaluation.probes.known_models import KnownModel, alone, even, fading, nothing
from evaluation.probes.shipped import sentence
from pipeline.evaluation.probes.one_sentence import gradient_norms
from pipeline.evaluation.probes.path_length import path_length
from pipeline.evaluation.resample import Bootstrap

BOOTSTRAP = Bootstrap(200, 0.95, 1)


def probed(shares, words=9, sentences=5):
    """Path length of a model made by hand, on sentences of that many words, ends left out."""
    model = KnownModel(shares)
    found = [
        gradient_norms(model, sentence(words + 1, k), sentence(words + 1, 50 + k))[:-1, :-1].numpy()
        for k in range(sentences)
    ]
    return path_length(found, 6, 1, BOOTSTRAP)


def interval(figure):
    return figure["low"], figure["mean"], figure["high"]


def means(curve):
    return [point["gradient"]["mean"] for point in curve]


def test_fading_model_fades_at_its_own_rate():
    found = probed(fading(0.5))
    assert interval(found["measures"]["decay"]) == pytest.approx([math.log(0.5)] * 3, abs=1e-6)
    # Six words lie between a word of the first third and its fellow of the last.
    assert interval(found["measures"]["thirds_ratio"]) == pytest.approx([0.5**6] * 3, abs=1e-6)
    falling = means(found["curves"]["from_end"])
    assert [b / a for a, b in pairwise(falling)] == pytest.approx([0.5] * 6, abs=1e-4)
    assert means(found["curves"]["from_start"]) == sorted(means(found["curves"]["from_start"]))


def test_model_that_reads_all_alike_shows_nothing():
    found = probed(even)
    for name, expected in (("decay", 0), ("thirds_ratio", 1), ("near_step", 1)):
        assert interval(found["measures"][name]) == pytest.approx([expected] * 3, abs=1e-6)
    for curve in found["curves"].values():
        assert means(curve) == pytest.approx([1] * len(curve), abs=1e-6)


def test_model_that_reads_along_is_near_its_place_and_nowhere_else():
    found = probed(alone(lambda t: t))
    assert means(found["curves"]["from_step"]) == pytest.approx([9] + [0] * 6)
    # A fifth of the words that are at most two away, less at the ends: 39 of 81 cells.
    assert found["measures"]["near_step"]["mean"] == pytest.approx(81 / 39, abs=1e-6)


def test_model_that_ignores_the_source_has_no_path_to_measure():
    found = probed(nothing)
    assert found["outputs_not_moved"] == found["outputs"] == 45
    assert set(found["measures"].values()) == {None}
    assert found["curves"] == {"from_end": [], "from_start": [], "from_step": []}


def test_chance_alone_is_not_taken_for_an_effect():
    draw = np.random.default_rng(1)
    sentences = [draw.uniform(0.1, 1, (8, 9 + k % 7)) for k in range(60)]
    # At 95% one of as many intervals would be wrong in every fourth test.
    found = path_length(sentences, 6, 1, Bootstrap(1000, 0.999, 1))
    for name, expected in (
        *(("decay", 0), ("thirds_ratio", 1), ("near_step", 1), ("thirds_ratio_by_length", 0)),
    ):
        low, _, high = interval(found["measures"][name])
        assert low < expected < high, name


def test_loss_that_grows_with_the_sentence_is_seen():
    sentences = []
    for words in range(6, 30, 3):
        norms = np.ones((4, words))
        norms[:, : words // 3] = math.exp(-0.1 * words)
        sentences.append(norms)
    found = path_length(sentences, 6, 1, BOOTSTRAP)
    assert found["measures"]["thirds_ratio_by_length"]["mean"] == pytest.approx(-0.1, abs=1e-6)


def test_size_of_an_output_s_gradient_does_not_matter():
    draw = np.random.default_rng(2)
    norms = [draw.uniform(0.1, 1, (5, words)) for words in (6, 8, 9, 12)]
    scaled = [one * draw.uniform(0.01, 100, (5, 1)) for one in norms]
    one, other = (path_length(each, 4, 1, BOOTSTRAP) for each in (norms, scaled))
    for name, figure in one["measures"].items():
        assert other["measures"][name]["mean"] == pytest.approx(figure["mean"], abs=1e-5)
