"""Experiments of other shapes: one system, no attention, many systems, several seeds."""

from __future__ import annotations

import json

import pytest

from .fixture.params import SEVENTEEN
from .rendering import document, table


def test_one_system_without_attention(alone):
    text = document(alone, "report.md")
    assert "No system of this experiment attends" in text
    assert "`encdec-50` reaches" in text
    assert "Differences between systems" not in text
    assert not (alone / "reports" / "figures" / "alignments.svg").exists()
    assert json.loads(document(alone, "results.json"))["comparisons"] == []


def test_seventeen_systems_stand_in_every_table_and_figure(seventeen):
    for name in ("table_1", "bleu_by_length", "learning_curves", "clock/cost", "training"):
        assert {row["system"] for row in table(seventeen, name)} == set(SEVENTEEN), name
    assert (seventeen / "reports" / "report.html").stat().st_size < 5_000_000


def test_seventeen_systems_are_compared_in_full_but_shown_against_the_best(seventeen):
    assert len(table(seventeen, "differences")) == 17 * 16 // 2
    text = document(seventeen, "report.md")
    part = text[text.index("## Differences") : text.index("## Soft alignments")]
    assert part.count("\n| search-50 |") == 16
    assert "cannot be told apart" in part


def test_what_a_claim_compares_is_shown_though_neither_is_the_best(seventeen):
    text = document(seventeen, "report.md")
    part = text[text.index("## Differences") : text.index("## Soft alignments")]
    assert "and those that a claim compares" in part
    for pair in ("dot-50 | dot-feed-50", "search-general-50 | qkv-50", "search-30 | encdec-50"):
        assert f"\n| {pair} |" in part
    assert "\n| dot-50 | general-50 |" not in part


def test_captions_say_what_is_drawn(four, seventeen):
    few, many = document(four, "report.md"), document(seventeen, "report.md")
    assert "; n counts test sentences." in few
    assert "n counts test" not in many
    assert "panel of its own" not in few
    assert many.count("panel of its own") == 5
    assert few.count("Thin lines are 95% bootstrap intervals over") == 2
    assert many.count("Values are means over seeds; thin lines are their range.") == 2
    assert few.count("Bands are 95% bootstrap intervals over") == 4
    assert many.count("Values are means over seeds; bands are their range.") == 3


def test_every_number_of_threads_that_runs_had_is_told(four, seventeen):
    assert "Trained on cpu with 2 threads;" in document(four, "report.md")
    assert "Trained on cpu with 1 or 2 threads;" in document(seventeen, "report.md")
    assert "their times do not compare" in document(seventeen, "report.md")


def test_systems_after_luong_depart_from_luong(four, seventeen):
    rows = {row["what"]: row["ours"] for row in table(seventeen, "deviations")}
    assert "dot-feed-50" in rows["Attention after the step"]
    assert "seq2seq-50" not in rows["Attention after the step"]
    assert "Luong, Pham and Manning (2015)" in document(seventeen, "report.md").split("\n## ")[0]
    assert "Attention after the step" not in {row["what"] for row in table(four, "deviations")}
    assert "Luong, Pham and Manning (2015)" not in document(four, "report.md").split("\n## ")[0]


def test_no_seed_is_given_the_mean_of_all(seventeen):
    ratio = json.loads(document(seventeen, "results.json"))["systems"]["search-50"]["length_ratio"]
    assert ratio["seeds"] == []


def test_a_handful_of_sentences_without_unknown_words_settles_nothing(seventeen):
    assert "have no unknown word: too few to compare on" in document(seventeen, "report.md")
    readings = {row["bleu_no_unk_reading"] for row in table(seventeen, "differences")}
    assert readings == {"too few sentences"}


def test_the_best_of_the_other_systems_is_spoken_of(seventeen):
    text = document(seventeen, "report.md")
    assert "search-dot-50 and search-50 cannot be told apart" in text
    assert "search-dot-50 is the highest of 13 other systems" in text


def test_several_seeds_show_their_spread(seventeen):
    text = document(seventeen, "report.md")
    assert "mean over 2 training seeds" in text
    assert "not measured" not in text[: text.index("## Scores")]
    row = table(seventeen, "seeds")[0]
    values = [float(row[f"bleu_seed_{seed}"]) for seed in (1, 2)]
    assert values[1] - values[0] == pytest.approx(0.3)
    assert float(row["bleu_sd"]) == pytest.approx(0.3 / 2**0.5, abs=1e-6)
    content = json.loads(document(seventeen, "results.json"))
    loss = content["systems"]["search-50"]["training"]["validation_loss"]
    assert loss["low"] < loss["mean"] < loss["high"]
    assert len(loss["seeds"]) == 2
    assert content["alignment"]["search-50"]["entropy"]["interval"] == "range over seeds"


def test_every_name_is_explained_in_words_of_its_own(seventeen):
    rows = {row["system"]: row for row in table(seventeen, "systems_in_words")}
    assert list(rows) == list(SEVENTEEN)
    words = {row["what"] for row in rows.values()}
    assert len(words) == 17 - 2  # of encdec and search there are two each, with another cap
    assert rows["search-30"]["what"] == (
        "additive attention to the states of a bidirectional GRU; attends before each step"
    )
    assert "as its first state alone" in rows["seq2seq-50"]["what"]
    assert rows["dot-feed-50"]["what"].endswith("with input feeding")
    text = document(seventeen, "report.md")
    assert text.index("](#the-systems)") < text.index("| search-50 |")


def test_sizes_are_those_of_most_systems_and_the_others_are_named(seventeen):
    (sizes,) = [row["ours"] for row in table(seventeen, "deviations") if row["what"] == "Sizes"]
    assert sizes.startswith("embedding 128, hidden 160, encoder 160")
    assert "; others in search-dot-50" in sizes
    assert sizes.endswith(" and transformer-50")


def test_paper_numbers_stand_only_where_the_paper_has_the_system(seventeen):
    rows = {row["system"]: row for row in table(seventeen, "table_1")}
    assert rows["search-50"]["paper_bleu"] == "26.75"
    assert rows["transformer-50"]["paper_bleu"] == ""
