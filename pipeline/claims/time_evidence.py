"""Ratios of times, from the benchmark's ``by_length``.

Reads ``benchmark.json`` of the report's folder, or of ``reports``: ``by_length`` holds, for each
system, rows with ``source_length`` (tokens, the target as long) and ``step_ms``, milliseconds of
one update of the weights on a batch that is the same for all systems, so that the ratio of updates
is the ratio of times per token. A time depends on no test sentence and on no seed; what other work
on the machine does to it is a stated allowance. Ratios are judged by their logarithm.
"""

from __future__ import annotations

import math
from pathlib import Path

from pipeline.claims.measured import Estimate, Evidence, Measured
from pipeline.claims.quantity import TimeRatio
from pipeline.claims.workspace import Unread, Workspace, at_path, read_evidence

FILE = "benchmark.json"
COMMAND = "python -m pipeline.benchmark --systems all"
DEFAULT_FOLDER = Path("reports")

TIME_SD = 0.1
"""Standard deviation of a time measured without repetition, as a share of it: what other work on
the same machine may do to it."""

NORMAL = 1.96


def time_ratio(quantity: TimeRatio, workspace: Workspace) -> Evidence:
    """Time of the system over the baseline's; needs neither in the experiment."""
    folders = (workspace.report_folder, DEFAULT_FOLDER)
    paths = [folder / FILE for folder in folders if (folder / FILE).is_file()]
    path = paths[0] if paths else DEFAULT_FOLDER / FILE
    ratio = _log_ratio(path, quantity, quantity.source_length)
    if quantity.from_source_length is not None:
        ratio = ratio.minus(_log_ratio(path, quantity, quantity.from_source_length))
    mean, low, high = (math.exp(one) for one in ratio[:3])
    return Measured(mean, low, high, low, high, "times", ())


def _log_ratio(path: Path, quantity: TimeRatio, length: int) -> Estimate:
    ours, theirs = (_log_time(path, s, length) for s in (quantity.system, quantity.baseline))
    return ours.minus(theirs)


def _log_time(path: Path, system: str, length: int) -> Estimate:
    rows = at_path(read_evidence(path, COMMAND), ["by_length", system], str(path))
    found = [
        row.get("step_ms")
        for row in (rows if isinstance(rows, list) else [])
        if isinstance(row, dict) and row.get("source_length") == length
    ]
    if not found or not isinstance(found[0], int | float) or found[0] <= 0:
        raise Unread(f"{path} has no time of {system} at a source of {length}: {COMMAND}")
    mean, half = math.log(found[0]), NORMAL * TIME_SD
    return Estimate(mean, mean - half, mean + half, ())
