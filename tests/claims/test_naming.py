"""What a figure is called beside its number."""

import pytest

from pipeline.claims.judging import judge
from pipeline.claims.naming import FIGURES, SHAPES, Name, name_of
from pipeline.claims.reading import read_claims

from .made import BLEU_DIFFERENCE, claim, condition, workspace, write_scores

CRITERIA = [one for each in read_claims() for one in each.criterion]
CHANGE = {
    "kind": "bleu change with length",
    "system": "search-50",
    "shorter": [11, 20],
    "longer": [41, 50],
}


def named(**content) -> Name:
    return name_of(condition(quantity=content).quantity)


def test_every_figure_that_a_claim_names_has_a_word_of_its_own():
    asked = [one.quantity for one in CRITERIA]
    assert {one.measure for one in asked if one.kind == "alignment shape"} <= SHAPES.keys()
    assert {one.figure for one in asked if one.kind == "probe"} <= FIGURES.keys()


@pytest.mark.parametrize("one", CRITERIA, ids=lambda one: one.says)
def test_what_is_judged_by_its_sign_shows_it(one):
    if 0.0 in one.bounds:
        assert name_of(one.quantity).signed


def test_names():
    assert named(**BLEU_DIFFERENCE) == ("difference", True)
    assert named(**CHANGE) == ("change", True)
    assert named(**CHANGE, baseline="encdec-50") == ("change in the lead", True)
    shape = {"kind": "alignment shape", "system": "search-50", "seed_sd": 0.02}
    assert named(**shape, measure="end_weight") == ("end weight", False)
    probe = {"kind": "probe", "system": "search-50", "unit": "u", "seed_sd": 0.005}
    decay = {**probe, "figure": "path_length.measures.decay"}
    assert named(**decay) == ("slope", True)
    assert named(**decay, baseline="encdec-50") == ("difference of the slopes", True)
    time = {"kind": "time ratio", "system": "a", "baseline": "b", "source_length": 160}
    assert named(**time) == ("ratio of times", False)
    assert named(**time, from_source_length=10).word == "growth of the ratio"


def test_name_and_assumed_spread_are_in_the_evidence(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_scores(9.0)
    (evidence,) = judge(claim(condition()), workspace("encdec-50", "search-50"))["evidence"]
    assert (evidence["name"], evidence["signed"]) == ("difference", True)
    assert evidence["assumed_sd"] == pytest.approx(0.7 * 2**0.5, abs=1e-5)
