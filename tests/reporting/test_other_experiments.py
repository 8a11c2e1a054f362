"""Experiments of other shapes: one system, no attention, many systems, several seeds."""

from __future__ import annotations

import csv
import json

import pytest

from .fixture.params import SEVENTEEN


def test_one_system_without_attention(alone):
    text = (alone / "report.md").read_text(encoding="utf-8")
    assert "No system of this experiment attends" in text
    assert "`encdec-50` reaches" in text
    assert "Differences between systems" not in text
    assert not (alone / "figures" / "alignments.svg").exists()
    content = json.loads((alone / "results.json").read_text(encoding="utf-8"))
    assert content["comparisons"] == []


def test_seventeen_systems_stand_in_every_table_and_figure(seventeen):
    for name in ("table_1", "bleu_by_length", "learning_curves", "clock/cost", "training"):
        with open(seventeen / "tables" / f"{name}.csv", encoding="utf-8", newline="") as file:
            assert {row["system"] for row in csv.DictReader(file)} == set(SEVENTEEN), name
    assert (seventeen / "report.html").stat().st_size < 5_000_000


def test_seventeen_systems_are_compared_in_full_but_shown_against_the_best(seventeen):
    with open(seventeen / "tables" / "differences.csv", encoding="utf-8", newline="") as file:
        assert len(list(csv.DictReader(file))) == 17 * 16 // 2
    text = (seventeen / "report.md").read_text(encoding="utf-8")
    part = text[text.index("## Differences") : text.index("## Soft alignments")]
    assert part.count("\n| search-50 |") == 16
    assert "cannot be told apart" in part


def test_a_handful_of_sentences_without_unknown_words_settles_nothing(seventeen):
    text = (seventeen / "report.md").read_text(encoding="utf-8")
    assert "have no unknown word: too few to compare on" in text
    with open(seventeen / "tables" / "differences.csv", encoding="utf-8", newline="") as file:
        readings = {row["bleu_no_unk_reading"] for row in csv.DictReader(file)}
    assert readings == {"too few sentences"}


def test_several_seeds_show_their_spread(seventeen):
    text = (seventeen / "report.md").read_text(encoding="utf-8")
    assert "mean over 2 training seeds" in text
    assert "not measured" not in text[: text.index("## Scores")]
    with open(seventeen / "tables" / "seeds.csv", encoding="utf-8", newline="") as file:
        row = next(csv.DictReader(file))
    values = [float(row[f"bleu_seed_{seed}"]) for seed in (1, 2)]
    assert values[1] - values[0] == pytest.approx(0.3)
    assert float(row["bleu_sd"]) == pytest.approx(0.3 / 2**0.5, abs=1e-6)
    content = json.loads((seventeen / "results.json").read_text(encoding="utf-8"))
    loss = content["systems"]["search-50"]["training"]["validation_loss"]
    assert loss["low"] < loss["mean"] < loss["high"]
    assert len(loss["seeds"]) == 2
    assert content["alignment"]["search-50"]["entropy"]["interval"] == "range over seeds"


def test_paper_numbers_stand_only_where_the_paper_has_the_system(seventeen):
    with open(seventeen / "tables" / "table_1.csv", encoding="utf-8", newline="") as file:
        rows = {row["system"]: row for row in csv.DictReader(file)}
    assert rows["search-50"]["paper_bleu"] == "26.75"
    assert rows["transformer-50"]["paper_bleu"] == ""
