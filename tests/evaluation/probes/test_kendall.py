"""Kendall's tau of many rows is SciPy's, row by row, ties too."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import kendalltau

from pipeline.evaluation.probes.kendall import kendall_tau


@pytest.mark.parametrize("columns", [2, 3, 40])
@pytest.mark.parametrize("kinds", [2, 5, 1000])
def test_equal_to_scipys(columns, kinds):
    random = np.random.default_rng(columns * kinds)
    first, second = random.integers(kinds, size=(2, 50, columns)) / 7
    expected = [kendalltau(a, b).statistic for a, b in zip(first, second, strict=True)]
    np.testing.assert_allclose(kendall_tau(first, second), expected, atol=1e-12)


def test_by_hand():
    """Of three pairs one is tied in the first row; the other two agree, or disagree."""
    first = np.array([[1.0, 1.0, 2.0]] * 2)
    second = np.array([[1.0, 2.0, 3.0], [3.0, 2.0, 1.0]])
    np.testing.assert_allclose(kendall_tau(first, second), [2 / 6**0.5, -2 / 6**0.5])


def test_differences_however_small_are_an_order():
    tiny = np.array([[0.0, 5e-324, 1e-323]])
    np.testing.assert_allclose(kendall_tau(tiny, np.array([[1.0, 2.0, 3.0]])), [1.0])


def test_no_row():
    assert kendall_tau(np.empty((0, 4)), np.empty((0, 4))).shape == (0,)
