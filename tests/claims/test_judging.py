"""Stage ``judge``: verdicts with their evidence and reasons, from the experiment's own outputs."""

import json
from pathlib import Path

import pytest
from evaluation.workspace import rows_of_test, write_params, write_split
from running import run_stage

from pipeline.claims.judging import judge

from .made import claim, condition, workspace, write_scores

BOTH = workspace("encdec-50", "search-50")
NO_UNK = {
    "kind": "bleu difference",
    "system": "search-50",
    "baseline": "encdec-50",
    "metric": "bleu_no_unk",
}


@pytest.fixture(autouse=True)
def _here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def test_a_large_difference_with_one_seed_is_reproduced_and_says_one_seed():
    write_scores(9.0)
    made = judge(claim(condition()), BOTH)
    assert made["verdict"] == "reproduced"
    assert made["reason"].startswith("One seed")
    (evidence,) = made["evidence"]
    assert evidence["outcome"] == "holds"
    assert evidence["low"] < evidence["test_low"] < evidence["mean"] == 9.0
    assert evidence["seeds"] == [{"seed": 1, "value": 9.0}]


def test_a_small_difference_with_one_seed_is_inconclusive_for_the_seeds():
    write_scores(1.5)
    made = judge(claim(condition()), BOTH)
    assert made["verdict"] == "inconclusive"
    assert made["reason"] == "One seed is too few for a difference this small."
    assert made["evidence"][0]["few_seeds"] is True


def test_the_same_difference_with_five_seeds_that_agree_is_reproduced():
    write_scores(1.4, 1.6, 1.5, 1.5, 1.5)
    made = judge(claim(condition()), workspace("encdec-50", "search-50", seeds=(1, 2, 3, 4, 5)))
    assert made["verdict"] == "reproduced"
    assert made["reason"] is None


def test_an_interval_of_the_test_set_that_spans_the_threshold_is_inconclusive():
    write_scores(0.2, half=0.5)
    assert judge(claim(condition()), BOTH)["reason"] == "The interval spans the threshold."


def test_a_difference_the_wrong_way_is_not_reproduced():
    write_scores(-9.0)
    assert judge(claim(condition()), BOTH)["verdict"] == "not reproduced"


def test_what_was_not_measured_is_not_run_and_the_evidence_that_there_is_stands_beside():
    write_scores(9.0)
    made = judge(claim(condition(), condition(quantity=NO_UNK)), BOTH)
    assert made["verdict"] == "not run"
    assert "bleu_no_unk" in made["reason"]
    assert made["evidence"][0]["mean"] == 9.0
    assert "mean" not in made["evidence"][1]


def test_stage_judges_all_claims_where_nothing_but_the_test_set_is_there():
    write_split(rows_of_test())
    write_params(["dot-50"], [1])
    run_stage("judge")
    text = Path("runs/judge/claims.json").read_text(encoding="utf-8")
    content = json.loads(text)
    assert [one["id"] for one in content["claims"]] == list(range(1, 14))
    assert {one["verdict"] for one in content["claims"]} == {"not run"}
    assert all(one["reason"] for one in content["claims"])
    run_stage("judge")
    assert Path("runs/judge/claims.json").read_text(encoding="utf-8") == text
