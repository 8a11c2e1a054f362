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
    shown = f"{first['mean']:.1f} [{first['low']:.1f}, {first['high']:.1f}] BLEU"
    text = document(four, "report.md")
    assert f"{shown}: search-30 scores higher than encdec-30 (above 0): holds" in text
    alone = f"over test sentences alone [{first['test_low']:.1f}, {first['test_high']:.1f}\\]"
    assert f"{shown}; {alone}: holds." in text
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
        ((11.807, 8.985, 14.63), "11.8 [9.0, 14.6] BLEU"),
        ((120.4, 100.2, 140.6), "120 [100, 141] BLEU"),
        ((0.0183, -0.0372, 0.0738), "0.018 [-0.037, 0.074] BLEU"),
        ((-0.01, -0.02, 0.001), "-0.0100 [-0.0200, 0.0010] BLEU"),
    ],
)
def test_figures_have_the_decimals_that_they_need(numbers, shown):
    evidence = dict(zip(("mean", "low", "high"), numbers, strict=True))
    assert measured({**evidence, "unit": "BLEU"}) == shown


def test_the_interval_of_a_time_is_of_no_test_sentences():
    evidence = {"mean": 1.9, "low": 1.4, "high": 2.5, "test_low": 1.4, "test_high": 2.5}
    assert by_cause({**evidence, "seeds": []}) == ""
    seeds = [{"seed": 1, "value": 1.25}, {"seed": 2, "value": 2.0}]
    assert by_cause({**evidence, "seeds": seeds}) == (
        "over test sentences alone [1.40, 2.50]; by seed 1.25, 2.00"
    )


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
