"""A number as the report carries it: value, interval, unit, and the value of every seed."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean, stdev

BOOTSTRAP = "bootstrap over test sentences"
SEEDS = "range over seeds"
EXACT = "exact"


@dataclass(frozen=True)
class Estimate:
    """A mean with its interval [low, high], both in ``unit``.

    ``seeds`` holds (seed, value) pairs; ``seed_spread`` is the standard deviation over seeds, None
    with one seed. ``interval`` says what the interval covers. ``low`` and ``high`` are None where
    nothing was measured that an interval could be made of.
    """

    mean: float
    low: float | None
    high: float | None
    unit: str
    seeds: tuple[tuple[int, float], ...]
    seed_spread: float | None = None
    interval: str = BOOTSTRAP

    @classmethod
    def read(cls, entry: dict) -> Estimate:
        """The estimate in one entry of ``scores.json``."""
        seeds = tuple((item["seed"], item["value"]) for item in entry.get("seeds", ()))
        return cls(
            mean=entry["mean"],
            low=entry["low"],
            high=entry["high"],
            unit=entry.get("unit", ""),
            seeds=seeds,
            seed_spread=entry.get("seed_spread"),
        )

    @property
    def has_interval(self) -> bool:
        """Whether there is an interval to show beside the mean: none where all seeds agree."""
        if self.low is None or self.high is None or self.interval == EXACT:
            return False
        return self.interval != SEEDS or self.low < self.high

    def entry(self) -> dict:
        """The form in which ``results.json`` holds the number."""
        return {
            "mean": self.mean,
            "low": self.low,
            "high": self.high,
            "unit": self.unit,
            "interval": self.interval,
            "seeds": [{"seed": seed, "value": value} for seed, value in self.seeds],
            "seed_spread": self.seed_spread,
        }

    def shown(self, digits: int, scale: float = 1.0) -> str:
        """The number as text: ``18.2 [17.1, 19.3]``, or ``18.2`` where it has no interval."""
        mean = decimal(self.mean * scale, digits)
        if not self.has_interval:
            return mean
        return f"{mean} [{decimal(self.low * scale, digits)}, {decimal(self.high * scale, digits)}]"

    def negated(self) -> Estimate:
        """The same difference seen from the other side."""
        return Estimate(
            mean=-self.mean,
            low=None if self.high is None else -self.high,
            high=None if self.low is None else -self.low,
            unit=self.unit,
            seeds=tuple((seed, -value) for seed, value in self.seeds),
            seed_spread=self.seed_spread,
            interval=self.interval,
        )


def over_seeds(values: dict[int, float], unit: str) -> Estimate:
    """The mean of one value a seed; with several seeds the interval is their range.

    With one seed there is no interval: the spread from seed to seed is not measured.
    """
    numbers = list(values.values())
    several = len(numbers) > 1
    return Estimate(
        mean=fmean(numbers),
        low=min(numbers) if several else None,
        high=max(numbers) if several else None,
        unit=unit,
        seeds=tuple(values.items()),
        seed_spread=stdev(numbers) if several else None,
        interval=SEEDS,
    )


def exact(value: float, unit: str, seeds: list[int]) -> Estimate:
    """A number that is counted, not estimated, and is the same for every seed."""
    pairs = tuple((seed, value) for seed in seeds)
    return Estimate(value, value, value, unit, pairs, None, EXACT)


def decimal(value: float, digits: int) -> str:
    """A number with a fixed count of decimals, thousands separated, and no negative zero."""
    text = f"{value:,.{digits}f}"
    return text.removeprefix("-") if not text.strip("-0.,") else text
