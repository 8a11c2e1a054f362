"""Ratios of times, from the benchmark's ``by_length``.

Reads ``reports/benchmark.json`` (``python -m pipeline.benchmark --json``): ``by_length`` holds, for
each system, rows with ``source_words`` and ``milliseconds_per_step`` (the time of one step of the
decoder in training, per target token). A time depends on no test sentence and on no seed; its
interval is that of repeated measurement where rows have ``low`` and ``high``, and else rests on a
stated allowance. Ratios are judged by their logarithm.
"""

from __future__ import annotations

import math
from pathlib import Path

from pipeline.claims.measured import Estimate, Evidence, Measured
from pipeline.claims.quantity import TimeRatio
from pipeline.claims.workspace import Unread, Workspace, at_path, read_evidence

BENCHMARK = Path("reports/benchmark.json")
COMMAND = "python -m pipeline.benchmark"
LENGTH_NAMES = ("source_words", "source_length", "length")
TIME_NAMES = ("milliseconds_per_step", "ms_per_step", "milliseconds_per_token", "ms_per_token")

TIME_SD = 0.1
"""Standard deviation of a time measured without repetition, as a share of it: what other work on
the same machine may do to it."""

NORMAL = 1.96


def time_ratio(quantity: TimeRatio, workspace: Workspace) -> Evidence:
    """Time of the system over the baseline's; needs neither in the experiment."""
    content = read_evidence(BENCHMARK, COMMAND)
    ratio = _log_ratio(content, quantity, quantity.source_words)
    if quantity.from_source_words is not None:
        ratio = ratio.minus(_log_ratio(content, quantity, quantity.from_source_words))
    mean, low, high = (math.exp(one) for one in ratio[:3])
    return Measured(mean, low, high, low, high, "times", ())


def _log_ratio(content: dict, quantity: TimeRatio, words: int) -> Estimate:
    ours, theirs = (_log_time(content, s, words) for s in (quantity.system, quantity.baseline))
    return ours.minus(theirs)


def _log_time(content: dict, system: str, words: int) -> Estimate:
    rows = at_path(content, ["by_length", system], str(BENCHMARK))
    for row in rows if isinstance(rows, list) else []:
        if _named(row, LENGTH_NAMES) == words:
            return _log_estimate(row, system)
    raise Unread(f"{BENCHMARK} has no times of {system} at {words} source words")


def _log_estimate(row: dict, system: str) -> Estimate:
    found = _named(row, TIME_NAMES)
    entry = found if isinstance(found, dict) else {**row, "mean": found}
    mean, low, high = (entry.get(name) for name in ("mean", "low", "high"))
    if not isinstance(mean, int | float) or mean <= 0:
        raise Unread(f"{BENCHMARK} has no time per step of {system}")
    if low is None or high is None:
        low, high = mean * math.exp(-NORMAL * TIME_SD), mean * math.exp(NORMAL * TIME_SD)
    return Estimate(math.log(mean), math.log(low), math.log(high), ())


def _named(row: dict, names: tuple[str, ...]) -> object:
    return next((row[name] for name in names if name in row), None)
