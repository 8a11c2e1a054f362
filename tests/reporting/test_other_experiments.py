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
