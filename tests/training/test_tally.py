"""Means weighted by what they are means over."""

import math

import torch

from pipeline.training.tally import Tally


def test_mean_is_of_tokens_and_not_of_batches():
    tally = Tally()
    tally.add(torch.tensor(10.0), 2)  # 5 a token
    tally.add(torch.tensor(8.0), 8)  # 1 a token
    assert tally.mean() == 1.8
    assert tally.count == 10


def test_sums_do_not_lose_small_batches():
    """2**24 + 1 is no float32: sums are taken in float64."""
    tally = Tally()
    tally.add(torch.tensor(2.0**24), 1)
    for _ in range(4):
        tally.add(torch.tensor(1.0), 0)
    assert tally.mean() == 2.0**24 + 4


def test_nothing_added():
    assert Tally().mean() is None
    assert Tally().finite_mean() is None


def test_finite_mean_leaves_out_what_is_not_finite():
    tally = Tally()
    for value in (1.0, math.inf, 3.0, math.nan):
        tally.add(torch.tensor(value), 1)
    assert tally.finite_mean() == 2.0


def test_gradients_are_not_kept():
    tally = Tally()
    total = torch.ones(3, requires_grad=True).sum()
    tally.add(total, 3)
    assert not tally._totals[0].requires_grad
