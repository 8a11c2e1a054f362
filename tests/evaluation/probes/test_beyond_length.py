"""Joining sentences, and BLEU of what was joined."""

import numpy as np
import pytest

from pipeline.data.vocabulary import EOS
from pipeline.evaluation.bleu import bleu_statistics
from pipeline.evaluation.probes.beyond_length import Sentences, Written, beyond_length, one_by_one
from pipeline.evaluation.probes.joined import cut, joined_ids, runs_of
from pipeline.evaluation.resample import Bootstrap

BOOTSTRAP = Bootstrap(200, 0.95, 1)
LENGTHS = np.random.default_rng(1).integers(3, 25, 300).tolist()


def words(rows):
    return sum(LENGTHS[row] for row in rows)


def test_joined_sentences_have_one_end():
    assert joined_ids([[4, 5, EOS], [6, EOS], [7, 8, EOS]]) == [4, 5, 6, 7, 8, EOS]
    assert joined_ids([[4, EOS]]) == [4, EOS]


def test_runs_are_of_consecutive_sentences_and_fill_the_largest_length():
    runs = runs_of(LENGTHS, 30, [1, 2, 4], 12, seed=1)
    assert len(runs) == 12
    seen = [row for run in runs for row in run.rows]
    assert seen == sorted(set(seen))
    for run in runs:
        assert run.rows.step == 1
        assert 120 - 25 < words(run.rows) <= 120


def test_every_factor_speaks_of_the_same_sentences_in_texts_of_its_length():
    for run in runs_of(LENGTHS, 30, [1, 2, 4], 12, seed=1):
        for factor, pieces in ((1, 4), (2, 2), (4, 1)):
            assert len(run.texts[factor]) == pieces
            assert [row for rows in run.texts[factor] for row in rows] == list(run.rows)
            for rows in run.texts[factor]:
                assert words(rows) == pytest.approx(words(run.rows) / pieces, abs=25)


def test_pieces_are_never_empty():
    rows = range(3, 7)
    lengths = [0, 0, 0, 40, 1, 1, 1]
    assert cut(rows, lengths, 4) == [range(k, k + 1) for k in rows]
    assert all(len(piece) for piece in cut(rows, lengths, 3))


def test_runs_depend_on_the_seed_alone():
    first, again, other = (runs_of(LENGTHS, 30, [1, 4], 5, seed) for seed in (1, 1, 2))
    assert first == again
    assert first != other


def test_test_set_that_is_too_small_gives_no_run():
    assert runs_of(LENGTHS[:3], 30, [1, 2, 4], 5, seed=1) == []


def test_sentences_put_together_afterwards_are_the_baseline():
    texts = [f"the {k} small cats sit on {k} mats today ." for k in range(300)]
    ids = [[4, EOS]] * 300
    test = Sentences(ids, ids, LENGTHS, texts, texts)
    runs = runs_of(LENGTHS, 30, [1, 4], 5, seed=1)
    found = one_by_one(runs, test)
    assert (found.factor, found.texts) == (0, sum(len(run.rows) for run in runs))
    assert found.words == pytest.approx(np.mean([LENGTHS[row] for r in runs for row in r.rows]))
    lengths = beyond_length([found], 30, 1, BOOTSTRAP)["lengths"]
    assert lengths[0]["bleu"]["mean"] == pytest.approx(100)
    assert lengths[0]["difference"] is None


def test_lost_words_cost_bleu_and_the_same_translation_costs_nothing():
    whole = [f"one {k} two {k} three four five {k} six seven" for k in range(40)]
    half = [text[: len(text) // 2] for text in whole]
    perfect = bleu_statistics(whole, whole)
    written = [
        Written(0, 10.0, 40, perfect),
        Written(1, 20.0, 20, perfect),
        Written(2, 40.0, 10, bleu_statistics(half, whole)),
    ]
    found = beyond_length(written, 50, 1, BOOTSTRAP)
    assert (found["longest_training_words"], found["runs"]) == (50, 40)
    same, lost = found["lengths"][1:]
    assert same["difference"]["low"] == same["difference"]["high"] == 0
    assert lost["difference"]["high"] < -10
    assert same["joined_difference"] is None
    assert lost["joined_difference"] == lost["difference"]  # the two baselines are alike here
    assert lost["length_ratio"]["mean"] < 0.7
