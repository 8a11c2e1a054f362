"""Verdicts: every outcome, and none better than its evidence."""

import pytest

from pipeline.claims.measured import Missing
from pipeline.claims.verdict import VERDICTS, few_seeds, outcome, verdict

from .made import claim, condition, figure

NONE = Missing("nobody ran it")


def judged(criterion, evidence):
    found = [outcome(*both) for both in zip(criterion, evidence, strict=True)]
    return verdict(criterion, found)


@pytest.mark.parametrize(
    ("threshold", "low", "high", "expected"),
    [
        ({"above": 1.0}, 1.1, 3.0, "holds"),
        ({"above": 1.0}, 0.9, 3.0, "open"),
        ({"above": 1.0}, 1.0, 3.0, "open"),
        ({"above": 1.0}, -2.0, 1.0, "fails"),
        ({"below": 0.5}, 0.1, 0.4, "holds"),
        ({"below": 0.5}, 0.1, 0.6, "open"),
        ({"below": 0.5}, 0.5, 0.6, "fails"),
        ({"within": [-1.0, 1.0]}, -0.9, 0.9, "holds"),
        ({"within": [-1.0, 1.0]}, -0.9, 1.1, "open"),
        ({"within": [-1.0, 1.0]}, -1.1, 1.1, "open"),
        ({"within": [-1.0, 1.0]}, 1.1, 2.0, "fails"),
        ({"within": [-1.0, 1.0]}, -3.0, -1.0, "fails"),
    ],
)
def test_the_whole_interval_decides(threshold, low, high, expected):
    assert outcome(condition(**threshold), figure(low, high)) == expected


def test_evidence_that_can_only_speak_for_a_claim_does_not_speak_against_it():
    asked = condition(below=0.05)
    assert outcome(asked, figure(0.2, 0.3, only_for="made by an aligner")) == "open"
    assert outcome(asked, figure(-0.1, 0.0, only_for="made by an aligner")) == "holds"


HOLDS, FAILS, OPEN = figure(1, 2), figure(-2, -1), figure(-1, 1)


@pytest.mark.parametrize(
    ("evidence", "expected"),
    [
        ([HOLDS, HOLDS], "reproduced"),
        ([HOLDS, FAILS], "partly"),
        ([FAILS, FAILS], "not reproduced"),
        ([HOLDS, OPEN], "inconclusive"),
        ([FAILS, OPEN], "inconclusive"),
        ([OPEN, OPEN], "inconclusive"),
        ([HOLDS, NONE], "not run"),
        ([FAILS, NONE], "not run"),
        ([OPEN, NONE], "not run"),
        ([NONE, NONE], "not run"),
    ],
)
def test_every_verdict_of_two_conditions(evidence, expected):
    criterion = [condition(), condition()]
    assert judged(criterion, evidence) == expected
    assert judged(criterion, evidence[::-1]) == expected
    assert expected in VERDICTS


def test_a_claim_falls_with_its_essential_condition_alone():
    criterion = [condition(weight="essential"), condition()]
    assert judged(criterion, [FAILS, HOLDS]) == "not reproduced"
    assert judged(criterion, [FAILS, NONE]) == "not reproduced"
    assert judged(criterion, [HOLDS, FAILS]) == "partly"
    assert judged(criterion, [OPEN, FAILS]) == "inconclusive"
    assert judged(criterion, [NONE, FAILS]) == "not run"


def test_what_is_unknown_does_not_matter_where_the_verdict_is_the_same_either_way():
    three = [condition(), condition(), condition()]
    assert judged(three, [HOLDS, FAILS, OPEN]) == "partly"
    assert judged(three, [HOLDS, FAILS, NONE]) == "partly"


def test_what_stands_beside_does_not_count():
    criterion = [condition(), condition(weight="beside")]
    for beside in (HOLDS, FAILS, OPEN, NONE):
        assert judged(criterion, [HOLDS, beside]) == "reproduced"


def test_few_seeds_are_the_cause_where_the_test_set_alone_would_decide():
    asked = condition()
    assert few_seeds(asked, figure(-0.5, 2.5, 0.5, 1.5))
    assert not few_seeds(asked, figure(-0.5, 2.5, -0.1, 2.1))
    assert not few_seeds(asked, figure(0.1, 2.0, 0.5, 1.5))


@pytest.mark.parametrize("threshold", [{"above": 0.0, "below": 1.0}, {"within": [0.0]}])
def test_a_condition_has_one_threshold(threshold):
    with pytest.raises(ValueError, match=r"exactly one|at least 2"):
        condition(**threshold)


def test_a_criterion_of_which_nothing_counts_is_none():
    with pytest.raises(ValueError, match="counts"):
        claim(condition(weight="beside"))
