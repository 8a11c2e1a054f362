"""Ratios of times, from the benchmark's ``by_length``.

``by_length`` holds, for each system, rows with ``source_length`` (tokens, the target as long) and
``step_ms_rounds``, milliseconds of one update of the weights, measured again and again with the
systems in turns. The batch is the same for all systems, so that the ratio of updates is the ratio
of times per token. Every round has a ratio of its own; the ratio is their geometric mean, and its
interval Student's, over the logarithms of the rounds. It holds what changes from round to round on
one machine within one benchmark: no test sentence, no seed, no other machine.
"""

from __future__ import annotations

import math
from pathlib import Path
from statistics import fmean, stdev

from scipy.special import stdtrit  # scipy.stats, whose t.ppf it is, takes a second to import

from pipeline.benchmark.place import kept, where
from pipeline.benchmark.settings import others, speed_settings
from pipeline.claims.measured import Estimate, Evidence, Measured, Missing
from pipeline.claims.quantity import TimeRatio
from pipeline.claims.workspace import Unread, Workspace, at_path, read_evidence
from pipeline.config.load import load_section
from pipeline.config.load_system import load_system
from pipeline.config.read import read_params
from pipeline.config.training import Training
from pipeline.data.corpus import load_vocabularies
from pipeline.layout import TOKENS

COMMAND = "python -m pipeline.benchmark --output --systems"
FEWEST = 3
"""Rounds below which a spread says nothing."""


def time_ratio(quantity: TimeRatio, workspace: Workspace) -> Evidence:
    """Time of the system over the baseline's; needs neither in the experiment."""
    pair = (quantity.system, quantity.baseline)
    missing = [slug for slug in pair if slug not in (read_params().get("systems") or {})]
    if missing:
        return Missing(f"params.yaml has no {missing[0]} under systems")
    path = _of_these_settings(pair, workspace)
    ratio, rounds = _log_ratio(path, quantity, quantity.source_length, workspace)
    if quantity.from_source_length is not None:
        beside, fewer = _log_ratio(path, quantity, quantity.from_source_length, workspace)
        ratio, rounds = ratio.minus(beside), min(rounds, fewer)
    mean, low, high = (math.exp(one) for one in ratio[:3])
    place = where(read_evidence(path, _command(pair)))
    return Measured(
        mean=mean,
        low=low,
        high=high,
        test_low=None,
        test_high=None,
        unit="times",
        seeds=(),
        over=f"over {rounds} rounds of one benchmark, the systems in turns",
        source=f"{path.as_posix()}: {place}",
    )


def _command(pair: tuple[str, str]) -> str:
    return f"{COMMAND} {','.join(pair)}"


def _of_these_settings(pair: tuple[str, str], workspace: Workspace) -> Path:
    """The benchmark that is of this experiment's settings for both systems.

    ``Unread`` where there is none, with what is other in the report's own, or else in the default
    experiment's.
    """
    paths, again = kept(workspace.report_folder), _command(pair)
    if not paths:
        raise Unread(f"no benchmark is there: {again} makes one")
    vocabularies = load_vocabularies(TOKENS)
    own = speed_settings(
        {slug: load_system(slug) for slug in pair},
        (len(vocabularies.source), len(vocabularies.target)),
        load_section("training", Training),
    )
    reasons = []
    for path in paths:
        recorded = read_evidence(path, again).get("settings")
        different = [told for slug in pair if (told := others(recorded, own, slug)) is not None]
        if not different:
            return path
        reasons.append(f"the benchmark {path.as_posix()} is of {different[0]}")
    raise Unread(f"{reasons[0]}: {again} measures anew")


def _log_ratio(
    path: Path, quantity: TimeRatio, length: int, workspace: Workspace
) -> tuple[Estimate, int]:
    """The logarithm of the ratio at a length, and over how many rounds it was taken."""
    pair = (quantity.system, quantity.baseline)
    ours, theirs = (_rounds(path, slug, length, _command(pair)) for slug in pair)
    if len(ours) != len(theirs):
        raise Unread(f"{path} has {pair[0]} and {pair[1]} not in the same rounds: {_command(pair)}")
    ratios = [math.log(one / other) for one, other in zip(ours, theirs, strict=True)]
    count, mean = len(ratios), fmean(ratios)
    point = 0.5 + workspace.bootstrap.confidence / 2
    half = float(stdtrit(count - 1, point)) * stdev(ratios) / math.sqrt(count)
    return Estimate(mean, mean - half, mean + half, ()), count


def _rounds(path: Path, system: str, length: int, command: str) -> list[float]:
    rows = at_path(read_evidence(path, command), ["by_length", system], str(path))
    found = [
        row.get("step_ms_rounds")
        for row in (rows if isinstance(rows, list) else [])
        if isinstance(row, dict) and row.get("source_length") == length
    ]
    times = found[0] if found and isinstance(found[0], list) else []
    sound = all(isinstance(one, int | float) and one > 0 for one in times)
    if len(times) < FEWEST or not sound:
        raise Unread(
            f"{path.as_posix()} has no {FEWEST} times of {system} at a source of {length}: "
            f"{command} measures them"
        )
    return times
