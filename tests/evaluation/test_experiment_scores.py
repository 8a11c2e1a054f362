"""The whole of scores.json from synthetic translations."""

import json
import math

import numpy as np
import pytest

from pipeline.evaluation.buckets import length_buckets
from pipeline.evaluation.held_out import HeldOut
from pipeline.evaluation.resample import Bootstrap
from pipeline.evaluation.run_statistics import run_statistics
from pipeline.evaluation.scores import score_experiment
from pipeline.evaluation.translations import Run, Translations

BOOTSTRAP = Bootstrap(samples=200, confidence=0.9, seed=1)

# Two sentences up to 5 source words (hand-computed in test_bleu.py), two above.
TEST = HeldOut(
    ids=["a", "b", "c", "d"],
    references=["the cat sat on a mat", "one two three four five", "a dog barked", "six seven"],
    source_lengths=np.array([5, 9, 3, 6]),
    known=np.array([True, True, False, False]),
)


def run(texts, replaced=None, known=None, nll=1.0):
    def of(lines, count):
        return Translations(lines, replaced or lines, np.full(count, nll), np.full(count, 2))

    known = known or [texts[row] for row in np.flatnonzero(TEST.known)]
    return Run(of(texts, len(texts)), of(known, len(known)))


def score(systems, seeds=(1,), replace_unknown=False, test=TEST, edges=(5,)):
    runs = {
        system: [run_statistics(one, test, replace_unknown) for one in trained]
        for system, trained in systems.items()
    }
    buckets = length_buckets(test.source_lengths, edges, minimum=1)
    return score_experiment(test, buckets, runs, seeds, BOOTSTRAP)


GOOD = ["the cat sat on the mat", "one two three four five", "a dog", "six seven"]
BAD = ["the mat", "one two tree four five", "a dog barked", "six"]


def test_bleu_by_bucket_by_hand():
    (short, long) = score({"s": [run(GOOD)]})["systems"]["s"]["by_length"]
    precisions = (7 / 8) * (4 / 6) * (2 / 4) * (1 / 3)
    expected = 100 * math.exp(1 - 9 / 8) * precisions**0.25
    assert short["bucket"] == "1-5"
    assert short["bleu"]["mean"] == pytest.approx(expected, abs=1e-5)
    assert long["bucket"] == "over 5"
    assert long["bleu"]["mean"] == pytest.approx(100, abs=1e-5)
    assert (short["sentences"], short["sentences_no_unk"]) == (2, 1)
    assert (long["sentences"], long["sentences_no_unk"]) == (2, 1)
    # Without "a dog" the bucket is one sentence: 5/6, 3/5, 2/4, 1/3 and no brevity.
    alone = 100 * (5 / 6 * 3 / 5 * 2 / 4 * 1 / 3) ** 0.25
    assert short["bleu_no_unk"]["mean"] == pytest.approx(alone, abs=1e-5)


def test_corpus_bleu_is_not_the_mean_of_its_buckets():
    system = score({"s": [run(GOOD)]})["systems"]["s"]
    # All four: 14 of 15 words, 9 of 11, 5 of 7, 3 of 5; 15 words against 16.
    expected = 100 * math.exp(1 - 16 / 15) * (14 / 15 * 9 / 11 * 5 / 7 * 3 / 5) ** 0.25
    assert system["bleu"]["mean"] == pytest.approx(expected, abs=1e-5)
    assert system["length_ratio"] == pytest.approx(15 / 16, abs=1e-6)
    assert (system["sentences"], system["sentences_no_unk"]) == (4, 2)


def test_the_contents_are_complete_and_plain_json():
    scores = score({"s": [run(GOOD)], "t": [run(BAD)]})
    assert list(scores) == [
        "signatures",
        "confidence",
        "samples",
        "seeds",
        "buckets",
        "systems",
        "comparisons",
    ]
    assert (scores["confidence"], scores["samples"], scores["seeds"]) == (0.9, 200, [1])
    assert scores["buckets"] == [
        {"label": "1-5", "low": 1, "high": 5, "sentences": 2, "merged": []},
        {"label": "over 5", "low": 6, "high": None, "sentences": 2, "merged": []},
    ]
    figure = scores["systems"]["s"]["perplexity"]
    assert list(figure) == ["mean", "low", "high", "unit", "seeds", "seed_spread", "samples"]
    assert figure["mean"] == pytest.approx(math.exp(0.5), abs=1e-6)
    assert json.loads(json.dumps(scores, allow_nan=False)) == scores


def test_the_parameter_chooses_which_text_is_scored():
    texts = ["the UNK sat on the mat", *GOOD[1:]]
    systems = {"s": [run(texts, replaced=GOOD)]}
    kept = score(systems)["systems"]["s"]
    replaced = score(systems, replace_unknown=True)["systems"]["s"]
    assert kept["bleu"]["mean"] < kept["bleu_replaced"]["mean"]
    assert replaced["bleu"] == replaced["bleu_replaced"] == kept["bleu_replaced"]
    assert kept["chrf"]["mean"] < replaced["chrf"]["mean"]


def test_a_bucket_without_known_sentences_has_no_such_bleu():
    test = TEST._replace(known=np.array([False, True, False, False]))
    runs = {"s": [run(GOOD, known=GOOD[1:2])], "t": [run(BAD, known=BAD[1:2])]}
    scores = score(runs, test=test)
    assert scores["systems"]["s"]["by_length"][0]["bleu_no_unk"] is None
    assert scores["systems"]["s"]["by_length"][1]["bleu_no_unk"]["mean"] > 0
    none = TEST._replace(known=np.zeros(4, dtype=bool))
    runs = {"s": [Run(run(GOOD).full, None)], "t": [Run(run(BAD).full, None)]}
    scores = score(runs, test=none)
    assert scores["systems"]["s"]["bleu_no_unk"] is None
    assert {entry["metric"] for entry in scores["comparisons"]} == {"bleu"}


def test_comparisons_are_later_minus_earlier_whoever_is_better():
    for systems in ({"s": [run(GOOD)], "t": [run(BAD)]}, {"t": [run(BAD)], "s": [run(GOOD)]}):
        scores = score(systems)
        baseline, system = systems
        compared = {(entry["metric"], entry["bucket"]): entry for entry in scores["comparisons"]}
        assert list(compared) == [
            ("bleu", "all"),
            ("bleu_no_unk", "all"),
            ("bleu", "1-5"),
            ("bleu", "over 5"),
        ]
        entry = compared["bleu", "all"]
        assert (entry["system"], entry["baseline"], entry["seeds"]) == (system, baseline, [1])
        means = [scores["systems"][slug]["bleu"]["mean"] for slug in (system, baseline)]
        assert entry["difference"]["mean"] == pytest.approx(means[0] - means[1], abs=1e-5)
        assert entry["difference"]["low"] <= entry["difference"]["mean"]
        assert 0 < entry["p_value"] <= 1


def test_every_two_of_several_systems_are_compared():
    scores = score({name: [run(GOOD)] for name in "stu"})
    pairs = [
        (entry["baseline"], entry["system"])
        for entry in scores["comparisons"]
        if (entry["metric"], entry["bucket"]) == ("bleu", "all")
    ]
    assert pairs == [("s", "t"), ("s", "u"), ("t", "u")]


def test_several_seeds_are_averaged_and_their_spread_reported():
    both = score({"s": [run(GOOD), run(BAD)], "t": [run(BAD), run(BAD)]}, seeds=(4, 9))
    good, bad = (
        score({"s": [run(texts)]})["systems"]["s"]["bleu"]["mean"] for texts in (GOOD, BAD)
    )
    figure = both["systems"]["s"]["bleu"]
    assert figure["mean"] == pytest.approx((good + bad) / 2, abs=1e-5)
    assert figure["seed_spread"] == pytest.approx(abs(good - bad) / math.sqrt(2), abs=1e-5)
    assert [entry["seed"] for entry in figure["seeds"]] == [4, 9]
    assert both["systems"]["t"]["bleu"]["seed_spread"] == 0
    entry = both["comparisons"][0]
    assert entry["seeds"] == [4, 9]
    assert entry["difference"]["mean"] == pytest.approx((bad - good) / 2, abs=1e-5)


def test_the_same_seed_gives_the_same_bytes_and_systems_do_not_disturb_each_other():
    systems = {"s": [run(GOOD)], "t": [run(BAD)]}
    assert json.dumps(score(systems)) == json.dumps(score(systems))
    assert score({"s": [run(GOOD)]})["systems"]["s"] == score(systems)["systems"]["s"]
