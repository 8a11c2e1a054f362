"""The learning rate, value by value."""

import pytest

from pipeline.training.schedule import learning_rate


def rate(tokens, warmup=0.1, decay="linear"):
    return learning_rate(tokens, budget=1000, peak=2.0, warmup=warmup, decay=decay)


@pytest.mark.parametrize(
    ("tokens", "expected"),
    [
        (1, 0.02),
        (50, 1.0),
        (100, 2.0),  # the peak, at the end of the warm-up
        (550, 2.0 * (1 - 0.99 / 2)),  # half of the way down
        (1000, 0.02),  # a hundredth of the peak
        (1007, 0.02),  # the last batch may overshoot
    ],
)
def test_up_and_down(tokens, expected):
    assert rate(tokens) == pytest.approx(expected)


def test_without_decay():
    assert [rate(tokens, decay="none") for tokens in (50, 100, 700, 1000)] == [1.0, 2.0, 2.0, 2.0]


def test_without_warmup():
    assert rate(0, warmup=0.0) == 2.0
    assert rate(500, warmup=0.0) == pytest.approx(2.0 * (1 - 0.99 / 2))
