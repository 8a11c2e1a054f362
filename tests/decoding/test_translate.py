import math
from pathlib import Path

import numpy as np
import pytest
import torch

from pipeline.config.decoding import Decoding
from pipeline.config.load import load_section
from pipeline.config.read import PARAMS
from pipeline.config.system import System
from pipeline.data.vocabulary import EOS
from pipeline.decoding.translate import (
    Pairs,
    batches_by_length,
    score_all_references,
    translate,
    translate_rows,
)
from pipeline.model.assembly import build_model

from .stand_in_models import PrefixModel, scattered

LENGTHS = [3, 1, 4, 1, 5, 2, 6, 5, 3, 5]
PAIRS = Pairs(
    source=[[4 + (n + k) % 4 for k in range(length)] + [EOS] for n, length in enumerate(LENGTHS)],
    target=[[5 + (n * k) % 3 for k in range(length)] + [EOS] for n, length in enumerate(LENGTHS)],
)
SETTINGS = Decoding(
    beam=3,
    length_normalisation=1.0,
    max_length_ratio=3.0,
    min_length_ratio=0.0,
    batch_sentences=4,
    replace_unknown=False,
)


def shipped(slug: str) -> System:
    return load_section(f"systems.{slug}", System, Path(__file__).parents[2] / PARAMS)


def test_batches_hold_every_row_once_and_the_longest_first():
    batches = list(batches_by_length(PAIRS, 4))
    assert [len(batch) for batch in batches] == [4, 4, 2]
    rows = [row for batch in batches for row in batch]
    assert sorted(rows) == list(range(10))
    lengths = [LENGTHS[row] for row in rows]
    assert lengths == sorted(lengths, reverse=True)


@pytest.mark.parametrize("beam", [1, 3])
def test_results_are_in_the_order_of_the_test_set(beam):
    settings = SETTINGS.model_copy(update={"beam": beam})
    model = PrefixModel(scattered(end=0.5))
    found = translate(model, PAIRS, settings, "Translating")
    assert len(found) == len(PAIRS.source)
    for source, hypothesis in zip(PAIRS.source, found, strict=True):
        (alone,) = translate(model, Pairs([source], [[EOS]]), settings, "Translating")
        assert hypothesis.tokens == alone.tokens
        assert hypothesis.weights.shape[1] == len(source)


def test_size_of_the_batches_does_not_matter():
    model = PrefixModel(scattered(end=0.5))
    found = [
        translate(model, PAIRS, SETTINGS.model_copy(update={"batch_sentences": size}), "")
        for size in (1, 3, 100)
    ]
    tokens = [[hypothesis.tokens for hypothesis in each] for each in found]
    assert tokens[0] == tokens[1] == tokens[2]


def test_batches_come_one_by_one():
    batches = translate_rows(PrefixModel(scattered(end=0.5)), PAIRS, SETTINGS)
    expected = list(batches_by_length(PAIRS, SETTINGS.batch_sentences))
    assert [[row for row, _ in batch] for batch in batches] == expected


@pytest.mark.parametrize("beam", [1, 4])
def test_number_of_threads_does_not_change_a_bit(beam):
    """Sizes at which PyTorch does divide its products between threads."""
    torch.manual_seed(3)
    model = build_model(shipped("search-50"), 2000, 3000)
    with torch.no_grad():
        model.output.bias[EOS] += 2.0
    generator = np.random.default_rng(1)
    source = [[*generator.integers(4, 2000, length).tolist(), EOS] for length in range(3, 27)]
    pairs = Pairs(source, source)
    settings = SETTINGS.model_copy(update={"beam": beam, "batch_sentences": 12})
    before, found = torch.get_num_threads(), []
    for threads in (1, 2):
        torch.set_num_threads(threads)
        found.append(translate(model, pairs, settings, ""))
    torch.set_num_threads(before)
    for one, two in zip(*found, strict=True):
        assert (one.tokens, one.log_probability) == (two.tokens, two.log_probability)
        np.testing.assert_array_equal(one.weights, two.weights)


def test_references_are_scored_in_order_with_their_ends():
    distribution = scattered()
    scores = score_all_references(PrefixModel(distribution), PAIRS, SETTINGS)
    assert len(scores) == len(PAIRS.target)
    for source, target, score in zip(*PAIRS, scores, strict=True):
        expected = -sum(
            distribution(tuple(source[:-1]), tuple(target[:step]))[token]
            for step, token in enumerate(target)
        )
        assert score.nll == pytest.approx(expected, abs=1e-4)
        assert score.tokens == len(target)
        assert math.isfinite(score.nll)


def test_a_model_fresh_from_training_is_put_in_evaluation_mode():
    """Else dropout would go on."""
    for use in (
        lambda model: next(translate_rows(model, PAIRS, SETTINGS)),
        lambda model: score_all_references(model, PAIRS, SETTINGS),
    ):
        model = PrefixModel(scattered()).train()
        use(model)
        assert not model.training


def test_progress_counts_sentences(capsys):
    translate(PrefixModel(scattered()), PAIRS, SETTINGS, "Translating with search-50")
    assert "Translating with search-50: 10 sentences" in capsys.readouterr().err
