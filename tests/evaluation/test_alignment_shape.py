"""Sharpness and monotonicity by hand."""

import math

import numpy as np
import pytest

from pipeline.evaluation.hard_alignment import UNALIGNED
from pipeline.evaluation.monotonicity import MONOTONICITY_MEASURES, monotonicity_statistics
from pipeline.evaluation.sharpness import SHARPNESS_MEASURES, sharpness_statistics

SHARPNESS = {measure.name: measure.score for measure in SHARPNESS_MEASURES}
MONOTONICITY = {measure.name: measure.score for measure in MONOTONICITY_MEASURES}


def shares(aligned):
    totals = monotonicity_statistics(np.array(aligned))
    return [MONOTONICITY[name](totals) for name in ("forward", "stay", "backward", "crossing")]


def test_sharpness_by_hand():
    weights = np.array(
        [
            [0.5, 0.5, 0.0],
            [0.25, 0.25, 0.5],
            [0.0, 0.0, 1.0],  # the end of the target: not counted
        ]
    )
    statistics = sharpness_statistics(weights, target_words=2, source_words=2)
    # Entropies of ln 2, and of half of ln 2 and half of ln 4.
    assert statistics == pytest.approx((math.log(2) * 2.5, 1.0, 0.5, 2))
    assert SHARPNESS["entropy"](statistics) == pytest.approx(1.25 * math.log(2))
    assert SHARPNESS["largest_weight"](statistics) == pytest.approx(0.5)
    assert SHARPNESS["end_weight"](statistics) == pytest.approx(0.25)


def test_a_sure_alignment_has_no_entropy_and_an_even_one_the_most():
    assert sharpness_statistics(np.eye(4)[:, :4], 3, 3)[:2] == (0.0, 3.0)
    even = sharpness_statistics(np.full((1, 8), 1 / 8), 1, 7)
    assert even[0] == pytest.approx(math.log(8))


def test_weights_that_do_not_sum_to_one_are_brought_to_it():
    whole = sharpness_statistics(np.array([[0.5, 0.3, 0.2]]), 1, 2)
    assert sharpness_statistics(np.array([[0.25, 0.15, 0.1]]), 1, 2) == pytest.approx(whole)


def test_rows_without_weight_are_not_counted():
    assert sharpness_statistics(np.array([[0.0, 0.0], [1.0, 0.0]]), 2, 1) == (0.0, 1.0, 0.0, 1.0)
    assert sharpness_statistics(np.zeros((0, 2)), 0, 1) == (0.0, 0.0, 0.0, 0.0)


def test_steps_and_crossings_by_hand():
    # Places 0 2 1 1 3: steps forward, backward, stay, forward. Of 10 pairs (0 of them equal to
    # themselves) those of 2 with either 1 cross.
    assert monotonicity_statistics(np.array([0, 2, 1, 1, 3])) == (2, 1, 1, 2, 10)
    assert shares([0, 2, 1, 1, 3]) == [0.5, 0.25, 0.25, 0.2]


def test_monotone_and_reversed_orders():
    assert shares([0, 1, 2, 3]) == [1, 0, 0, 0]
    assert shares([3, 2, 1, 0]) == [0, 0, 1, 1]


def test_unaligned_words_are_passed_over():
    assert shares([0, UNALIGNED, 1, UNALIGNED]) == shares([0, 1])


def test_one_word_has_no_order():
    assert monotonicity_statistics(np.array([2])) == (0, 0, 0, 0, 0)
    assert np.isnan(shares([2])).all()
    assert monotonicity_statistics(np.array([], dtype=int)) == (0, 0, 0, 0, 0)
