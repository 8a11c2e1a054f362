"""Shape and error rate of alignments, as the align stage measured them for every run.

Reads ``runs/align/SYSTEM/SEED/alignment.json``: ``measures`` (name -> estimate) and ``reference``
(null, or ``aer`` and the like against reference links; ``kind``, where it stands there, is ``gold``
for links made by hand and ``silver`` for those of a statistical aligner). The aligner's own error
rate against the same links is read from ``runs/align/aligner.json``: ``aer``, ``kind``.
"""

from __future__ import annotations

from pipeline.claims.measured import Estimate, Evidence, over_seeds
from pipeline.claims.quantity import AerExcess, AlignmentShape
from pipeline.claims.seed_allowance import over_test_and_seeds
from pipeline.claims.workspace import (
    Unread,
    Workspace,
    at_path,
    estimate_in,
    read_evidence,
)
from pipeline.layout import ALIGN, run_folder

ALIGNER = ALIGN / "aligner.json"
COMMAND = "dvc repro align"
SILVER = (
    "the reference is an aligner's own work, which favours aligners: a lead of the aligner's "
    "proves nothing"
)


def alignment_shape(quantity: AlignmentShape, workspace: Workspace) -> Evidence:
    """A measure of a system's alignments, a mean over seeds."""
    absent = workspace.absent(quantity.system)
    if absent is not None:
        return absent
    found, unit = _over_runs(quantity.system, ["measures", quantity.measure], workspace)
    measured = over_test_and_seeds(found, quantity.seed_sd, unit, workspace.bootstrap.confidence)
    if unit != "share":
        return measured
    # The allowance for seeds is symmetric, and a share has ends.
    return measured._replace(low=max(measured.low, 0.0), high=min(measured.high, 1.0))


def aer_excess(quantity: AerExcess, workspace: Workspace) -> Evidence:
    """Error rate of attention less that of the aligner, against the same reference links."""
    absent = workspace.absent(quantity.system)
    if absent is not None:
        return absent
    ours, unit = _over_runs(quantity.system, ["reference", "aer"], workspace)
    content = read_evidence(ALIGNER, COMMAND)
    found = estimate_in(at_path(content, ["aer"], str(ALIGNER)), 0, f"{ALIGNER}: aer")
    # The aligner is trained once: it has the same value beside every seed.
    theirs = found._replace(values=tuple((seed, found.mean) for seed, _ in ours.values))
    silver = content.get("kind") == "silver"
    return over_test_and_seeds(
        ours.minus(theirs),
        quantity.seed_sd,
        unit,
        workspace.bootstrap.confidence,
        SILVER if silver else None,
    )


def _over_runs(system: str, keys: list[str], workspace: Workspace) -> tuple[Estimate, str]:
    """A figure of every seed's alignment.json, and its unit."""
    estimates, units = [], []
    for seed in workspace.seeds:
        path = run_folder(ALIGN, system, seed) / "alignment.json"
        content = read_evidence(path, COMMAND)
        if not content.get("attends", False):
            raise Unread(f"{system} has no attention")
        if keys[0] == "reference" and content.get("reference") is None:
            raise Unread(f"{path} has no reference links to hold alignments against")
        entry = at_path(content, keys, str(path))
        estimates.append((seed, estimate_in(entry, seed, f"{path}: {'.'.join(keys)}")))
        units.append(entry.get("unit", "") if isinstance(entry, dict) else "")
    return over_seeds(estimates), units[0]
