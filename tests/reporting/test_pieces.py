"""The pieces that documents and figures are made of."""

from __future__ import annotations

import dataclasses
import subprocess

import numpy as np
import pytest

from pipeline.data.detokenize import Detokenizer
from pipeline.reporting.document import Code, Link, Strong
from pipeline.reporting.environment import environment
from pipeline.reporting.estimate import Estimate, exact, over_seeds
from pipeline.reporting.figures import fonts
from pipeline.reporting.figures.alignment import plain
from pipeline.reporting.html import tied
from pipeline.reporting.markdown import anchor, escape, sentence
from pipeline.reporting.pairs import cap_in_words
from pipeline.reporting.scores import Scores
from pipeline.reporting.table import Column, Table
from pipeline.reporting.translations import END, in_words
from pipeline.reporting.wording import change, compared, moved, relation


def estimate(mean: float, low: float, high: float) -> Estimate:
    return Estimate(mean, low, high, "BLEU", ((1, mean),))


def test_words_follow_the_interval_and_not_the_mean():
    assert relation(estimate(0.9, 0.1, 1.7)) == "higher"
    assert relation(estimate(0.9, -0.1, 1.9)) == "alike"
    assert relation(estimate(0.9, 0.0, 1.9)) == "alike"
    assert relation(estimate(-2, -3, -1)) == "lower"
    without = dataclasses.replace(estimate(5, 4, 6), low=None, high=None)
    assert relation(without) == "alike"


def test_a_difference_is_turned_to_the_side_it_is_asked_from():
    entry = {"mean": 2.0, "low": 1.0, "high": 4.0, "unit": "BLEU", "seeds": [], "seed_spread": None}
    pair = {"system": "b", "baseline": "a", "metric": "bleu", "bucket": "all"}
    comparisons = [{**pair, "difference": entry, "p_value": 0.01}]
    scores = Scores({}, 0.95, 1000, [], {}, comparisons)
    straight, turned = scores.difference("b", "a"), scores.difference("a", "b")
    assert (straight.low, straight.mean, straight.high) == (1.0, 2.0, 4.0)
    assert (turned.low, turned.mean, turned.high) == (-4.0, -2.0, -1.0)
    assert scores.difference("a", "b", "chrf") is None


def test_sentences_about_a_difference():
    assert compared("attention", "a fixed context", estimate(-2, -3, -1), "BLEU") == (
        "Attention scores lower than a fixed context by 2.0 [1.0, 3.0] BLEU"
    )
    assert compared("a-1", "b-2", estimate(0.05, 0.01, 0.2), "BLEU") == (
        "a-1 scores higher than b-2 by 0.05 [0.01, 0.20] BLEU"
    )
    assert compared("a-1", "b-2", estimate(0.04, -1, 1), "BLEU") == (
        "a-1 and b-2 cannot be told apart (difference 0.0 [-1.0, 1.0] BLEU)"
    )


def test_a_change_is_told_only_where_intervals_part():
    assert change(estimate(15, 13, 17), estimate(6, 4, 8)) == "lower"
    assert change(estimate(6, 4, 8), estimate(15, 13, 17)) == "higher"
    assert change(estimate(22, 20, 24), estimate(19, 17, 21)) == "alike"


def test_who_changes_and_for_whom_it_cannot_be_told():
    assert moved({"a": "lower", "b": "lower"}) == "a and b lose"
    assert moved({"a": "alike", "b": "higher"}) == "b gains; for a no change can be told"
    assert moved({"a": "alike", "b": "alike"}) == "for a and b no change can be told"


def test_a_cap_of_one_word():
    assert cap_in_words(1) == "sentences of at most 1 word"
    assert cap_in_words(50) == "sentences of at most 50 words"


def test_numbers_as_text():
    assert estimate(18.24, 17.06, 19.3).shown(1) == "18.2 [17.1, 19.3]"
    assert estimate(-0.04, -1, 1).shown(1) == "0.0 [-1.0, 1.0]"
    assert exact(3_812_345, "parameters", [1]).shown(0) == "3,812,345"
    assert over_seeds({1: 2.0}, "s").shown(1) == "2.0"
    assert over_seeds({1: 2.0, 5: 4.0}, "s").shown(1) == "3.0 [2.0, 4.0]"
    assert over_seeds({1: 2.0, 5: 2.0}, "s").shown(1) == "2.0"
    assert over_seeds({1: 2.0, 5: 4.0}, "s").seed_spread == pytest.approx(2**0.5)


def test_a_table_files_unrounded_what_it_shows_rounded():
    columns = (Column("system", "System"), Column("share", "%", 1, 100.0), Column("bleu", "BLEU"))
    rows = [("a", 0.12345, estimate(18.24, 17.06, 19.3)), ("b", None, None)]
    table = Table("t", "T", columns, rows)
    assert table.shown_rows() == [["a", "12.3", "18.2 [17.1, 19.3]"], ["b", "–", "–"]]
    assert table.csv() == (
        "system,share,bleu,bleu_low,bleu_high\na,0.12345,18.24,17.06,19.3\nb,,,,\n"
    )
    assert [table.numeric(index) for index in range(3)] == [False, True, True]


@pytest.mark.parametrize(
    ("text", "safe"),
    [
        ("a | b", "a \\| b"),
        ("*x* _y_ `z`", "\\*x\\* \\_y\\_ \\`z\\`"),
        ("[a](javascript:b)", "[a\\](javascript:b)"),
        ("<img src=x onerror=alert(1)>", "&lt;img src=x onerror=alert(1)&gt;"),
        ("12. word", "12\\. word"),
        ("# word", "\\# word"),
        ("two\n\nlines", "two lines"),
        ("-0.3 [-1.0, 0.4]", "-0.3 [-1.0, 0.4]"),
        ("&lt;", "&amp;lt;"),
    ],
)
def test_markdown_escapes(text, safe):
    assert escape(text) == safe


def test_spans_keep_the_spaces_between_them():
    assert sentence(("see ", Link("the card", "a.md"), " and ", Code("x`y"))) == (
        "see [the card](a.md) and `x'y`"
    )
    assert sentence((Strong("Beware. "), "All else")) == "**Beware.** All else"


def test_anchors_are_those_of_a_code_host():
    assert anchor("Long sentences, side by side") == "long-sentences-side-by-side"


def test_numbers_stay_on_one_line_with_their_interval():
    assert tied("is -1.2 [-2.0, 3.1] BLEU now") == "is -1.2\u00a0[-2.0,\u00a03.1]\u00a0BLEU now"


def test_a_script_without_a_font_is_named(monkeypatch):
    monkeypatch.setattr(fonts, "_candidates", lambda script: [])
    found = fonts.fonts_for(["Haus", "ἀρχή", "山"])
    assert found.families == (fonts.BASE,)
    assert "Han (山), in Noto Sans CJK, fonts-noto-cjk." in found.warning()
    assert "Greek" not in found.warning()
    assert fonts.fonts_for(["Ägypten"]).warning() is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("山", "Han (山), in Noto Sans CJK, fonts-noto-cjk"),
        ("りンご", "Hiragana (ごり), in Noto Sans CJK, fonts-noto-cjk"),
        ("ン", "Katakana (ン), in Noto Sans CJK, fonts-noto-cjk"),
        ("한", "Hangul (한), in Noto Sans CJK, fonts-noto-cjk"),
        ("น้ำ", "Thai (นำ), in Noto Sans Thai, fonts-noto-core"),
        ("हिन्दी", "Devanagari (दनह), in Noto Sans Devanagari, fonts-noto-core"),
        ("👩🏽\u200d💻", "symbols ("),
    ],
)
def test_a_missing_script_is_told_with_its_font_and_package(monkeypatch, text, said):
    """Marks and joiners have no glyph of their own: they are never missing."""
    monkeypatch.setattr(fonts, "_candidates", lambda script: [])
    assert said in fonts.fonts_for([text]).warning()
    # Arabic letters are in the font that comes with matplotlib.
    assert fonts.fonts_for(["می\u200cروم", "السَّلَامُ"]).warning() is None


def test_a_font_that_has_the_glyphs_is_drawn_with(monkeypatch):
    monkeypatch.setattr(fonts, "_covered", lambda path: frozenset("山川" if path == "b" else "x"))
    monkeypatch.setattr(fonts, "_candidates", lambda script: [("A", "a"), ("B", "b")])
    found = fonts.fonts_for(["山川"])
    assert (found.families, found.warning()) == ((fonts.BASE, "B"), None)


def test_words_are_no_mathematics():
    assert plain("$y$") == r"\$y\$"


def test_an_alignment_is_in_words_whatever_the_pieces():
    pair = {"id": "1", "source_words": ["ab", "c"], "source_word_of": [0, 0, 1, 2]}
    hypothesis = {"tokens": ["▁x", "y", "▁z"], "words": ["xy", "z"]}
    weights = np.array([[0.5, 0.3, 0.1, 0.1], [0.1, 0.1, 0.8, 0], [0, 0, 1, 0], [0, 0, 0, 1.0]])
    target = Detokenizer("bpe", "en")
    whole = in_words(pair, hypothesis, weights, target)
    assert whole.source == ("ab", "c", END)
    assert whole.target == ("xy", "z", END)
    assert whole.weights == pytest.approx(np.array([[0.5, 0.45, 0.05], [0, 1, 0], [0, 0, 1]]))
    cut_off = in_words(pair, hypothesis, weights[:3], target)
    assert cut_off.target == ("xy", "z")


def test_an_alignment_of_runs_without_spaces_is_in_their_pieces():
    pair = {"id": "1", "source_words": ["ab"], "source_word_of": [0, 1]}
    hypothesis = {"tokens": ["▁", "我", "去", "▁x", "y"], "words": ["我去", "xy"]}
    weights = np.array([[0.2, 0.8], [0.4, 0.6], [1, 0], [0, 1], [0.5, 0.5], [0, 1.0]])
    found = in_words(pair, hypothesis, weights, Detokenizer("bpe", "zh"))
    assert found.target == ("我", "去", "xy", END)
    assert found.weights[:, 0] == pytest.approx([0.3, 1, 0.25, 0])


def test_the_environment_is_told_without_git(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert environment()["git"] is None
    assert environment()["packages"]["sacrebleu"]


def test_the_commit_is_told_of_the_repository_that_holds_the_code_and_of_no_other(
    monkeypatch, tmp_path
):
    """A source archive unpacked within somebody's own repository is at no commit of theirs."""

    def git(*arguments: str) -> str:
        identity = ("-c", "user.name=test", "-c", "user.email=test@localhost")
        command = ["git", *identity, *arguments]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()

    unpacked = tmp_path / "unpacked"
    unpacked.mkdir()
    (unpacked / "dvc.yaml").write_text("stages: {}\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    git("init", "--quiet")
    git("commit", "--quiet", "--allow-empty", "--message", "theirs")
    monkeypatch.chdir(unpacked)
    assert environment()["git"] is None
    git("add", "dvc.yaml")
    git("commit", "--quiet", "--message", "now ours")
    assert environment()["git"] == {"commit": git("rev-parse", "HEAD"), "changed": False}
    (unpacked / "dvc.yaml").write_text("stages: {} # edited\n", encoding="utf-8")
    assert environment()["git"]["changed"]
