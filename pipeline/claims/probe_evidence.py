"""Figures of the probes, as the probe stage measured them for every run.

Reads ``runs/probe/SYSTEM/SEED/probes.json``. A figure is found by its keys joined with dots, and is
an estimate (``mean``, ``low``, ``high`` over test sentences) or a bare number, whose interval then
holds the seeds alone.
"""

from __future__ import annotations

import math

from pipeline.claims.floor import too_few
from pipeline.claims.measured import Estimate, Evidence, Missing, over_seeds
from pipeline.claims.quantity import ProbeFigure
from pipeline.claims.seed_allowance import over_test_and_seeds
from pipeline.claims.uniform_attention import hardly_differs
from pipeline.claims.workspace import Workspace, at_path, estimate_in, read_evidence
from pipeline.evaluation.probes.place import PROBE, PROBES_FILE
from pipeline.layout import run_folder

COMMAND = "dvc repro probe"
UNITS = {"sentences": "sentence", "words": "word"}
"""What a probe counts, and resamples: key -> one of them."""
ATTENTION = "attention"
"""In the names of figures that are taken at the places of attention weights."""


def probe_figure(quantity: ProbeFigure, workspace: Workspace) -> Evidence:
    """A probe's figure of a system, less the baseline's where one is named."""
    absent = workspace.absent(quantity.system, quantity.baseline)
    if absent is not None:
        return absent
    keys = quantity.figure.split(".")
    found, prior = _over_runs(quantity.system, keys, workspace), quantity.seed_sd
    for system in (quantity.system, quantity.baseline):
        kept_back = None if system is None else _kept_back(system, keys, workspace)
        if kept_back is not None:
            return kept_back
    if quantity.baseline is not None:
        found = found.minus(_over_runs(quantity.baseline, keys, workspace))
        prior *= math.sqrt(2)
    return over_test_and_seeds(found, prior, quantity.unit, workspace.bootstrap.confidence)


def _over_runs(system: str, keys: list[str], workspace: Workspace) -> Estimate:
    estimates = []
    for seed in workspace.seeds:
        path = run_folder(PROBE, system, seed) / PROBES_FILE
        found = at_path(read_evidence(path, COMMAND), keys, str(path))
        estimates.append((seed, estimate_in(found, seed, f"{path}: {'.'.join(keys)}")))
    return over_seeds(estimates)


def _kept_back(system: str, keys: list[str], workspace: Workspace) -> Missing | None:
    """Too few sentences or words, or a figure of weights that hardly differ."""
    for seed in workspace.seeds:
        path = run_folder(PROBE, system, seed) / PROBES_FILE
        part = at_path(read_evidence(path, COMMAND), keys[:1], path.as_posix())
        for unit, one in UNITS.items():
            few = too_few(int(part[unit]), one, " in the probe") if unit in part else None
            if few is not None:
                return few
    return hardly_differs(system, workspace) if ATTENTION in keys[-1] else None
