"""What a condition rests on: a figure with its interval, or the reason why there is none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Measured(NamedTuple):
    """A figure in ``unit``. ``low`` and ``high`` hold both the test set and the seeds.

    ``test_low`` and ``test_high`` are over the test set alone; None where no test sentence is in
    it, as in a time.
    """

    mean: float
    low: float
    high: float
    test_low: float | None
    test_high: float | None
    unit: str
    seeds: tuple[tuple[int, float], ...]
    """(seed, value) of every training; empty where no training is in it, as in a time."""
    only_for: str | None = None
    """Why this evidence can speak for the claim and not against it; None where it can do both."""
    assumed_sd: float | None = None
    """Standard deviation from one training to another that was assumed, in ``unit``."""
    made_of: str | None = None
    """The figures that a difference was taken of, in words."""
    over: str | None = None
    """What the interval is over, where it is neither test sentences nor seeds."""
    source: str | None = None
    """Where the figure is from, where it is not from this experiment's own runs."""


class Missing(NamedTuple):
    """No figure: ``reason`` says what is not there, and which command or setting gives it."""

    reason: str


Evidence = Measured | Missing


class Estimate(NamedTuple):
    """A figure over the test set alone, and its value for every seed."""

    mean: float
    low: float
    high: float
    values: tuple[tuple[int, float], ...]

    @classmethod
    def read(cls, entry: dict) -> Estimate:
        """From an entry as ``pipeline.evaluation.estimate.describe`` writes it."""
        values = tuple((one["seed"], one["value"]) for one in entry["seeds"])
        return cls(entry["mean"], entry["low"], entry["high"], values)

    def minus(self, other: Estimate) -> Estimate:
        """The difference to an independently resampled figure, seed by seed.

        Zou and Donner 2008, "Construction of confidence limits about effect measures": the
        distances from each mean to its limit add like the sides of a right angle.
        """
        theirs = dict(other.values)
        mean = self.mean - other.mean
        return Estimate(
            mean,
            mean - _hypot(self.mean - self.low, other.high - other.mean),
            mean + _hypot(self.high - self.mean, other.mean - other.low),
            tuple((seed, value - theirs[seed]) for seed, value in self.values),
        )

    def negated(self) -> Estimate:
        """The same difference seen from the other side."""
        values = tuple((seed, -value) for seed, value in self.values)
        return Estimate(-self.mean, -self.high, -self.low, values)


def over_seeds(estimates: Sequence[tuple[int, Estimate]]) -> Estimate:
    """The mean over seeds of figures that were resampled one seed at a time.

    Their limits are averaged, as if all seeds erred on the same test sentences: never too narrow.
    """
    ones = [one for _, one in estimates]
    mean, low, high = (
        sum(column) / len(ones) for column in zip(*(o[:3] for o in ones), strict=True)
    )
    return Estimate(mean, low, high, tuple((seed, one.mean) for seed, one in estimates))


def _hypot(one: float, other: float) -> float:
    return (max(one, 0.0) ** 2 + max(other, 0.0) ** 2) ** 0.5
