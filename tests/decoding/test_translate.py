import math

import pytest

from pipeline.config.decoding import Decoding
from pipeline.data.vocabulary import EOS
from pipeline.decoding.translate import (
    Pairs,
    batches_by_length,
    score_all_references,
    translate,
    translate_rows,
)

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
    model = PrefixModel(scattered(end=0.5))
    batches = translate_rows(model, PAIRS, SETTINGS)
    first = next(batches)
    assert len(first) == 4
    assert len(model.rows_advanced) < 30  # the other batches have not been touched


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
