"""What is reckoned from lots."""

from __future__ import annotations

import pytest

from pipeline.benchmark.training_speed import Lot, summary

STAGES = {"forward": 1.0, "backward": 0.5, "optimizer": 0.25}


def lots() -> list[Lot]:
    first = Lot(100.0, 2.0, 1000, 60 * 10**9, STAGES, 100.0)
    slow = Lot(100.0, 4.0, 1000, 60 * 10**9, STAGES, 50.0)
    return [first, slow, first]


def test_rates_are_sums_divided_once_and_a_share_is_of_the_peak_around_it():
    found = summary(lots(), clocked=True)
    assert found["tokens_per_second"] == pytest.approx(3000 / 8)
    assert found["gflops"] == pytest.approx(180 / 8)
    assert [lot.share for lot in lots()] == pytest.approx([0.3, 0.2, 0.3])
    assert found["share_of_peak"] == pytest.approx(0.3)
    assert found["sgemm_peak"] == pytest.approx((100 + 75 + 100) / 3)
    assert found["forward_share"] == pytest.approx(3 / 8)
    assert found["loop_share"] == pytest.approx(1 - 5.25 / 8)


def test_stages_are_not_timed_where_the_host_goes_ahead():
    found = summary(lots(), clocked=False)
    assert found["forward_share"] is None
    assert found["loop_share"] is None
    assert found["tokens_per_second"] > 0
