"""The aligner's own figures, by hand, and the two stages that make and measure it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from running import run_stage

from evaluation.workspace import rows_of_test, write_params, write_split
from pipeline.data.store import save_split
from pipeline.evaluation.aligner_scores import aligner_scores, best_single_links
from pipeline.evaluation.reference_file import (
    ALIGNER_SCORES,
    REFERENCE_LINKS,
    FoundLinks,
    reference_of,
)
from pipeline.evaluation.resample import Bootstrap

BOOTSTRAP = Bootstrap(samples=200, confidence=0.95, seed=1)
FOUND = FoundLinks(
    forward=frozenset({(0, 0), (1, 1), (0, 2)}),
    backward=frozenset({(0, 0), (2, 1)}),
    symmetrised=frozenset({(0, 0), (1, 1)}),
)


def scores(known, found=(FOUND,), targets=(frozenset({0, 1, 2}),)):
    reference = reference_of([str(n) for n in range(len(found))], known, found, {"seed": 1})
    return aligner_scores(reference, targets, BOOTSTRAP)


def test_against_gold_every_way_counts():
    told = scores([{(0, 0), (1, 1), (2, 1)}])
    error = {name: way["aer"]["mean"] for name, way in told["ways"].items()}
    assert error["forward"] == pytest.approx(1 - 2 * 2 / (3 + 3), abs=1e-6)
    assert error["backward"] == pytest.approx(1 - 2 * 2 / (2 + 3), abs=1e-6)
    assert error["intersection"] == pytest.approx(1 - 2 * 1 / (1 + 3), abs=1e-6)
    assert error["union"] == pytest.approx(1 - 2 * 3 / (4 + 3), abs=1e-6)
    assert error["symmetrised"] == pytest.approx(1 - 2 * 2 / (2 + 3), abs=1e-6)
    # One link a target word: two of the three right links at best.
    assert told["ceiling"]["aer"]["mean"] == pytest.approx(1 - 2 * 2 / (2 + 3), abs=1e-6)


def test_silver_says_how_far_the_directions_agree_and_no_more():
    told = scores([set()])
    assert (told["kind"], told["ceiling"]) == ("silver", None)
    assert set(told["ways"]) == {"forward"}
    assert "aer" not in told["ways"]["forward"]
    # 0, 1, 0: a step forward, a step back, one crossing pair of three.
    assert told["ways"]["forward"]["forward"]["mean"] == pytest.approx(1 / 2)
    assert told["ways"]["forward"]["crossing"]["mean"] == pytest.approx(1 / 3, abs=1e-6)
    assert told["directions"]["aer"]["mean"] == pytest.approx(1 - 2 * 1 / (3 + 2))
    assert (told["links"], told["possible_links"]) == (1, 4)


def test_punctuation_and_sentences_without_links_are_left_out():
    nothing = FoundLinks(frozenset(), frozenset(), frozenset())
    told = scores([{(0, 0), (1, 1)}, set()], (FOUND, nothing), ({0}, {0}))
    assert (told["sentences"], told["sentences_with_links"], told["links"]) == (2, 1, 1)
    assert (told["links_of_all_words"], told["possible_links_of_all_words"]) == (2, 2)
    assert told["ways"]["forward"]["aer"]["mean"] == 0


def test_a_sure_link_is_chosen_before_a_possible_one():
    assert best_single_links({(2, 0)}, {(1, 0), (2, 0), (3, 0), (1, 1)}) == {(2, 0), (1, 1)}


@pytest.mark.parametrize("kind", ["gold", "silver"])
def test_stages_write_links_and_scores_the_same_every_time(tmp_path, monkeypatch, kind):
    monkeypatch.chdir(tmp_path)
    rows = rows_of_test(60)
    if kind == "silver":
        rows = [row._replace(alignment=[]) for row in rows]
    write_split(rows)
    for name in ("train", "validation"):
        save_split(Path("data/tokens"), name, rows)
    write_params(["search-50"], [1])
    contents = []
    for _ in range(2):
        run_stage("reference_align")
        run_stage("score_aligner")
        contents.append([REFERENCE_LINKS.read_bytes(), ALIGNER_SCORES.read_bytes()])
    assert contents[0] == contents[1]
    told = json.loads(contents[0][1])
    assert (told["kind"], told["sentences"]) == (kind, 60)
    assert told["aligner"]["trained_on_pairs"] == 180
    assert told["directions"]["aer"]["mean"] < 0.5
    if kind == "gold":
        assert told["ways"]["symmetrised"]["aer"]["mean"] < 0.3
        assert told["ceiling"]["aer"]["mean"] == 0
