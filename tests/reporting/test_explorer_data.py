"""What the explorer puts into a page: true to the weights, small, and safe."""

from __future__ import annotations

import base64
import json
import re
from hashlib import sha256
from types import SimpleNamespace

import numpy as np
import pytest

from pipeline.evaluation.attention_file import read_attention
from pipeline.evaluation.hard_alignment import hard_alignment
from pipeline.reporting.explorer import assets
from pipeline.reporting.explorer.embedded import embedded
from pipeline.reporting.explorer.weights import packed, quantised, unpacked
from pipeline.reporting.html import policy
from pipeline.reporting.sections import explorer

from .explorer_page import HOSTILE, SENTENCES, SYSTEMS, write_page
from .rendering import document

DATA = re.compile(r'<script type="application/json" id="explorer-data">(.*?)</script>', re.DOTALL)


def content(page: str) -> dict:
    return json.loads(DATA.search(page)[1])


def test_weights_survive_to_half_a_step():
    weights = np.random.default_rng(1).dirichlet(np.ones(9), size=7)
    other = np.array([[0.0, 1.0], [1.0 + 1e-6, -1e-9]])
    found = unpacked(packed([quantised(weights), quantised(other)]))
    assert found.size == 7 * 9 + 4
    assert np.abs(found[:63].reshape(7, 9) / 255 - weights).max() <= 0.5 / 255 + 1e-12
    assert found[63:].tolist() == [0, 255, 255, 0]


def test_the_page_holds_what_the_runs_hold(four):
    found = content(document(four, "report.html"))
    assert found["systems"] == ["encdec-30", "search-30", "encdec-50", "search-50"]
    assert found["start"] == ["search-50", "search-30"]
    bytes_ = unpacked(found["weights"]) / 255
    translated = four / "runs" / "translate" / "search-50" / "1"
    lines = (translated / "hypotheses.jsonl").read_text(encoding="utf-8").splitlines()
    rows = {json.loads(line)["id"]: row for row, line in enumerate(lines)}
    matrices = read_attention(translated / "attention.npz")
    start, compared = 0, 0
    for sentence in found["sentences"]:
        columns = len(sentence["words"]) + 1
        for slug, written in zip(found["systems"], sentence["written"], strict=True):
            if slug.startswith("encdec"):
                assert "rows" not in written
                continue
            size = written["rows"] * columns
            matrix = bytes_[start : start + size].reshape(-1, columns)
            start += size
            if slug == "search-50":
                expected = matrices[rows[sentence["id"]]]
                assert np.abs(matrix - expected).max() < 0.5 / 255 + 1e-6
                words = len(written["words"])
                assert written["hard"] == hard_alignment(expected, words, columns - 1).tolist()
                compared += 1
    assert start == len(bytes_)
    assert compared == len(found["sentences"]) == 80


def test_sentences_stand_from_short_to_long_and_begin_with_a_figure(four):
    found = content(document(four, "report.html"))
    lengths = [len(sentence["words"]) for sentence in found["sentences"]]
    assert lengths == sorted(lengths)
    first = found["sentences"][found["first"]]["id"]
    assert f"Alignment matrix of {first}." in document(four, "report.html")


def test_no_sentence_can_leave_its_element(tmp_path):
    data = embedded(SYSTEMS, SYSTEMS[:2], "Genesis 1", SENTENCES)
    assert data.isascii()
    assert not set("<>&") & set(data)
    assert json.loads(data)["sentences"][1]["words"] == list(HOSTILE)
    page = write_page(tmp_path).read_text(encoding="utf-8")
    assert page.count("<script") == page.count("</script>") == 2
    assert content(page)["sentences"][1]["source"] == " ".join(HOSTILE)


def test_bleu_is_of_the_sentence(four):
    found = content(document(four, "report.html"))
    place = found["systems"].index("search-50")  # writes the reference's own words
    bleus = [sentence["written"][place]["bleu"] for sentence in found["sentences"]]
    assert max(bleus) == 100.0


def test_the_policy_names_this_script_and_style_and_nothing_else(tmp_path):
    page = write_page(tmp_path).read_text(encoding="utf-8")
    rules = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)[1]
    script = re.search(r'<script type="module">(.*?)</script>', page, re.DOTALL)[1]
    style = re.search(r"<style>(.*?)</style>", page, re.DOTALL)[1]
    assert "</" not in style
    for name, text in (("script", script), ("style", style)):
        digest = base64.b64encode(sha256(text.encode()).digest()).decode()
        assert f"{name}-src 'sha256-{digest}'" in rules
    assert "unsafe" not in rules
    assert "default-src 'none'" in rules
    assert "connect-src" not in rules
    assert "script-src" not in policy("p {}", "")


def test_every_room_of_the_script_is_in_the_page():
    names = {file.name for file in assets.PAGE.iterdir()}
    assert names == {*assets.SCRIPTS, "explorer.css"}
    text = assets.script()
    assert not re.search(r"<!--|</script|innerHTML|outerHTML|insertAdjacent|document\.write", text)
    assert not re.search(r"\b(fetch|XMLHttpRequest|WebSocket|import|eval|Function)\b", text)


def test_sentences_are_left_out_where_the_page_would_be_too_large(monkeypatch):
    start = (SYSTEMS[0], SYSTEMS[1])
    whole, kept = explorer._within_limit(list(SYSTEMS), start, list(SENTENCES))
    assert kept == 3
    monkeypatch.setattr(explorer, "LIMIT", len(whole) - 1)
    less, kept = explorer._within_limit(list(SYSTEMS), start, list(SENTENCES))
    assert kept < 3
    assert len(less) < len(whole)
    assert [one["id"] for one in json.loads(less)["sentences"]] == ["Genesis 1", "Genesis 2"][:kept]


def test_one_system_is_not_shown_beside_itself():
    attending = SimpleNamespace(attends=True, max_words=50)
    fixed = SimpleNamespace(attends=False, max_words=50)
    short = SimpleNamespace(attends=True, max_words=30)
    assert explorer._start({"a": attending}, "a") == ("a",)
    assert explorer._start({"f": fixed, "a": attending}, "f") == ("a", "f")
    assert explorer._start({"s": short, "a": attending, "b": attending}, "a") == ("a", "b")
    assert explorer._start({"f": fixed}, "f") is None


@pytest.mark.parametrize("name", ["report.html", "report.md"])
def test_the_rule_of_choice_is_told(four, name):
    text = document(four, name)
    assert "own translation (seed 1; unknown words stand as UNK)" in text.replace("&#39;", "'")
    assert "80 test sentences" in text
    assert "1/255" in text


def test_without_attention_there_is_no_explorer_and_no_script(alone):
    text = document(alone, "report.html")
    assert "<script" not in text
    assert "explorer-app" not in text
