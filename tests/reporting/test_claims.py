"""The claims in a report: it opens with them, every row leads to its figure, nothing by colour."""

from __future__ import annotations

import json
import re

import pytest

from pipeline.reporting.claims import MARKS, by_cause, measured, threshold

from .rendering import document, table
from .test_documents import page


def test_report_opens_with_the_verdicts(four):
    text = document(four, "report.md")
    assert re.findall(r"^## (.*)$", text, flags=re.MULTILINE)[0] == (
        "The claims, and what became of them"
    )
    opening = text[text.index("## The claims") : text.index("## The answer")]
    rows = [line for line in opening.split("\n") if re.match(r"\| \d+ \|", line)]
    assert len(rows) == 13
    html = document(four, "report.html")
    assert html.index('class="verdicts"') < html.index('id="answer"')


def test_verdicts_are_told_apart_by_sign_and_word(four):
    found = page(four)
    judged = json.loads(document(four, "results.json"))["claims"]
    assert {one["verdict"] for one in judged} >= {"reproduced", "not run"}
    assert len(set(MARKS.values())) == len(MARKS) == 5
    for one in judged:
        assert f"{MARKS[one['verdict']]} {one['verdict']}" in found.text


def test_every_claim_of_results_json_is_whole(four):
    judged = json.loads(document(four, "results.json"))["claims"]
    assert [one["id"] for one in judged] == list(range(1, 14))
    for one in judged:
        assert {"id", "source", "statement", "criterion", "evidence", "verdict"} <= one.keys()
        assert len(one["criterion"]) == len(one["evidence"]) >= 1
        for evidence in one["evidence"]:
            assert ("missing" in evidence) != ("low" in evidence)


def test_every_row_leads_to_its_claim_and_to_a_figure_where_there_is_one(four):
    found = page(four)
    places = {attributes["id"] for _, attributes in found.tags if "id" in attributes}
    assert {f"claim-{number}" for number in range(1, 14)} <= places
    html = document(four, "report.html")
    opening = html[html.index('class="verdicts"') : html.index('id="answer"')]
    assert opening.count('href="#claim-') == 13
    assert opening.count('href="#scores"') >= 3
    assert 'href="#length"' in opening


def test_places_of_the_markdown_are_headings(four):
    text = document(four, "report.md")
    headings = {
        re.sub(r"[^\w\- ]", "", line.lstrip("# ").replace("\\", "").lower()).replace(" ", "-")
        for line in text.split("\n")
        if line.startswith("#")
    }
    targets = re.findall(r"(?<!\\)\]\(#([^)]+)\)", text)
    assert len(targets) > 30
    assert set(targets) <= headings


def test_numbers_shown_are_those_of_the_evidence(four):
    judged = json.loads(document(four, "results.json"))["claims"]
    (first, *_) = judged[0]["evidence"]
    shown = f"difference {first['mean']:+.1f} [{first['low']:+.1f}, {first['high']:+.1f}] BLEU"
    text = document(four, "report.md")
    assert f"{shown}: search-30 scores higher than encdec-30 (above 0): holds" in text
    alone = f"over test sentences alone [{first['test_low']:+.1f}, {first['test_high']:+.1f}]"
    assumed = "assumed from one training to another: a standard deviation of 0.99"
    assert f"{shown}; {alone}; {assumed}: holds." in text
    filed = table(four, "claims")
    assert float(filed[0]["low"]) == first["low"]
    assert filed[0]["verdict"] == judged[0]["verdict"]
    assert len(filed) == sum(len(one["criterion"]) for one in judged)


def test_an_experiment_of_one_system_has_the_table_too(alone):
    judged = json.loads(document(alone, "results.json"))["claims"]
    assert {one["verdict"] for one in judged} == {"not run"}
    assert "search-50 is not in experiment.systems" in document(alone, "report.md")


def test_several_seeds_stand_beside_each_other(seventeen):
    text = document(seventeen, "report.md")
    assert "the spread over 2 seeds" in text
    assert "One seed" not in text[: text.index("## The answer")]
    assert "; by seed " in text


@pytest.mark.parametrize(
    ("numbers", "shown"),
    [
        ((11.807, 8.985, 14.63), "change +11.8 [+9.0, +14.6] BLEU"),
        ((120.4, 100.2, 140.6), "change +120 [+100, +141] BLEU"),
        ((0.0183, -0.0372, 0.0738), "change +0.018 [-0.037, +0.074] BLEU"),
        ((-0.01, -0.02, 0.001), "change -0.0100 [-0.0200, +0.0010] BLEU"),
        ((0.001, -4.0, 4.0), "change 0.0 [-4.0, +4.0] BLEU"),
    ],
)
def test_figures_have_the_decimals_that_they_need(numbers, shown):
    evidence = dict(zip(("mean", "low", "high"), numbers, strict=True))
    about = {"name": "change", "signed": True, "unit": "BLEU"}
    assert measured({**evidence, **about}) == shown
    about |= {"name": "mean entropy", "signed": False}
    assert measured({**evidence, **about}) == shown.replace("change", "mean entropy").replace(
        "+", ""
    )


def test_what_a_figure_is_made_of():
    evidence = {"mean": 1.9, "low": 1.4, "high": 2.5, "test_low": 1.4, "test_high": 2.5}
    plain = dict.fromkeys(("made_of", "over", "source", "assumed_sd"))
    evidence |= {**plain, "signed": False, "seeds": [{"seed": 1, "value": 1.25}]}
    assert by_cause(evidence) == "over test sentences alone [1.40, 2.50]"
    evidence["seeds"].append({"seed": 2, "value": 2.0})
    evidence |= {"made_of": "3.0 less 1.1", "assumed_sd": 0.0071}
    assert by_cause(evidence) == (
        "3.0 less 1.1; over test sentences alone [1.40, 2.50]; by seed 1.25, 2.00; "
        "assumed from one training to another: a standard deviation of 0.0071"
    )


def test_a_time_is_over_no_test_sentences_and_says_where_it_is_from():
    evidence = {"mean": 1.9, "low": 1.4, "high": 2.5, "test_low": None, "test_high": None}
    about = {"over": "over 5 rounds", "source": "reports/benchmark.json: A Processor"}
    told = by_cause(
        {**evidence, **about, "seeds": [], "signed": False, "made_of": None, "assumed_sd": None}
    )
    assert told == "over 5 rounds; reports/benchmark.json: A Processor"


def test_every_assumed_spread_is_in_the_report(four):
    text = document(four, "report.md")
    judged = json.loads(document(four, "results.json"))["claims"]
    assumed = {
        evidence["assumed_sd"]
        for one in judged
        for evidence in one["evidence"]
        if "missing" not in evidence
    }
    assert len(assumed) > 2
    for one in assumed:
        assert f"a standard deviation of {one:.2g}" in text


def test_thresholds_in_words():
    assert threshold({"above": 0.0, "below": None}) == "above 0"
    assert threshold({"above": None, "below": 0.5}) == "below 0.5"
    assert threshold({"above": -1.0, "below": 1.0}) == "between -1 and 1"
    assert threshold({"above": None, "below": None}) == ""


def test_all_that_a_reader_needs_to_do_it_again_is_linked(four):
    text = document(four, "report.md")
    part = text[text.index("## Reproduce the paper") :]
    for needed in (
        "data_card.md",
        "model_card.md",
        "#cost",
        "results.json",
        "dvc repro",
        "nrefs:1",
    ):
        assert needed in part
    assert "target_tokens: 2500000" in part
    assert "| Commit |" in part
