"""Hard alignment and error rates on an example worked by hand."""

import random

import numpy as np
import pytest

from pipeline.evaluation.aer import (
    ACCURACY,
    LINK_MEASURES,
    accuracy_statistics,
    link_statistics,
)
from pipeline.evaluation.hard_alignment import UNALIGNED, hard_alignment, links

SCORES = {measure.name: measure.score for measure in LINK_MEASURES}

# Sure: 0-0 and 1-1. Possible besides: 2-1 and 2-2. Found: 0-0, 2-1, 2-2 and 3-3.
SURE = {(0, 0), (1, 1)}
POSSIBLE = {(2, 1), (2, 2)}
FOUND = {(0, 0), (2, 1), (2, 2), (3, 3)}


def test_worked_example_of_sure_and_possible_links():
    """|A & S| = 1, |A & P| = 3, |A| = 4, |S| = 2."""
    totals = link_statistics(FOUND, SURE, POSSIBLE)
    assert totals == [1, 3, 4, 2]
    assert SCORES["precision"](totals) == 3 / 4
    assert SCORES["recall"](totals) == 1 / 2
    assert SCORES["f1"](totals) == pytest.approx(2 * 0.75 * 0.5 / 1.25)
    assert SCORES["aer"](totals) == pytest.approx(1 - (1 + 3) / (4 + 2))


def test_swapping_sure_and_possible_links_would_show():
    assert SCORES["aer"](link_statistics(FOUND, POSSIBLE, SURE)) != pytest.approx(1 / 3)


def test_perfect_links_have_no_error():
    totals = link_statistics(SURE, SURE, SURE)
    assert [SCORES[name](totals) for name in ("aer", "precision", "recall", "f1")] == [0, 1, 1, 1]


def test_without_possible_links_the_error_is_one_less_f1():
    totals = link_statistics({(0, 0), (1, 2)}, SURE | {(5, 5)}, set())
    assert SCORES["aer"](totals) == pytest.approx(1 - SCORES["f1"](totals))


def test_error_is_that_of_another_implementation():
    nltk = pytest.importorskip("nltk.translate.metrics", reason="pip install -e .[test]")
    draw = random.Random(3)
    cells = [(source, target) for source in range(6) for target in range(6)]
    for _ in range(200):
        found = set(draw.sample(cells, draw.randrange(1, 12)))
        sure = set(draw.sample(cells, draw.randrange(1, 12)))
        possible = sure | set(draw.sample(cells, draw.randrange(12)))
        theirs = nltk.alignment_error_rate(sure, found, possible)
        assert SCORES["aer"](link_statistics(found, sure, possible)) == pytest.approx(theirs)


def test_links_that_are_all_wrong():
    totals = link_statistics({(7, 7)}, SURE, SURE)
    assert [SCORES[name](totals) for name in ("aer", "precision", "recall", "f1")] == [1, 0, 0, 0]


def test_nothing_found_has_no_precision():
    totals = link_statistics(set(), SURE, SURE)
    assert SCORES["aer"](totals) == 1
    assert np.isnan(SCORES["precision"](totals))


def test_hard_alignment_takes_the_most_attended_word_and_never_the_end():
    weights = np.array(
        [
            [0.2, 0.5, 0.3],
            [0.3, 0.1, 0.6],  # the end of the source has most, but is no word
            [0.4, 0.4, 0.2],  # the first of equals
            [0.0, 0.0, 1.0],  # no word has any
            [0.9, 0.1, 0.0],  # the end of the target
        ]
    )
    aligned = hard_alignment(weights, target_words=4, source_words=2)
    assert aligned.tolist() == [1, 0, 0, UNALIGNED]
    assert links(aligned) == {(1, 0), (0, 1), (0, 2)}


def test_words_without_a_row_are_unaligned():
    weights = np.array([[0.0, 1.0, 0.0]])
    assert hard_alignment(weights, 3, 2).tolist() == [1, UNALIGNED, UNALIGNED]
    assert hard_alignment(np.zeros((0, 0)), 2, 2).tolist() == [UNALIGNED, UNALIGNED]


def test_accuracy_counts_target_words_that_have_a_link():
    # Word 0 may link to 0 or 1, word 1 to 2; word 2 has no reference link.
    reference = {(0, 0), (1, 0), (2, 1)}
    assert accuracy_statistics(np.array([1, 0, 5]), reference) == [1, 2]
    assert accuracy_statistics(np.array([1, 2, UNALIGNED]), reference) == [2, 2]
    assert accuracy_statistics(np.array([UNALIGNED, 2]), reference) == [1, 2]
    assert ACCURACY.score([1, 2]) == 0.5
