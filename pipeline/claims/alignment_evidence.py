"""Shape and error rate of alignments, as the align stage measured them for every run.

Reads ``runs/align/SYSTEM/SEED/alignment.json``: ``measures`` (name -> estimate) and ``reference``
(null, or ``aer`` and the like against reference links). The aligner beside them is read from
``runs/aligner/scores.json``: ``kind`` is ``gold`` for links made by hand, with the error rate of
its two directions joined in ``ways.symmetrised.aer``; or ``silver`` for links of its own, against
which it would make no error, so that the disagreement of its directions, ``directions.aer``, stands
for its error rate.
"""

from __future__ import annotations

from pathlib import Path

from pipeline.claims.floor import too_few
from pipeline.claims.measured import Estimate, Evidence, Missing, over_seeds
from pipeline.claims.quantity import AerExcess, AlignmentShape
from pipeline.claims.seed_allowance import over_test_and_seeds
from pipeline.claims.uniform_attention import hardly_differs
from pipeline.claims.workspace import (
    Unread,
    Workspace,
    at_path,
    estimate_in,
    read_evidence,
)
from pipeline.evaluation.sharpness import SHARPNESS_MEASURES
from pipeline.layout import ALIGN, run_folder

ALIGNER = Path("runs/aligner/scores.json")
COMMAND = "dvc repro align"
ALIGNER_COMMAND = "dvc repro score_aligner"
OWN_ERROR = {"gold": ("ways", "symmetrised", "aer"), "silver": ("directions", "aer")}
"""Where the aligner's own error rate stands, by the kind of reference."""
SHARPNESS = tuple(measure.name for measure in SHARPNESS_MEASURES)
"""What is measured of uniform weights, too."""
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
    kept_back = _kept_back(quantity, workspace)
    if kept_back is not None:
        return kept_back
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
    kept_back = _kept_back(quantity, workspace)
    if kept_back is not None:
        return kept_back
    content = read_evidence(ALIGNER, ALIGNER_COMMAND)
    kind = content.get("kind")
    if kind not in OWN_ERROR:
        raise Unread(f"{ALIGNER} does not say whether its reference is gold or silver")
    entry = at_path(content, list(OWN_ERROR[kind]), str(ALIGNER))
    found = estimate_in(entry, 0, f"{ALIGNER}: {'.'.join(OWN_ERROR[kind])}")
    # The aligner is trained once: it has the same value beside every seed.
    theirs = found._replace(values=tuple((seed, found.mean) for seed, _ in ours.values))
    measured = over_test_and_seeds(
        ours.minus(theirs),
        quantity.seed_sd,
        unit,
        workspace.bootstrap.confidence,
        SILVER if kind == "silver" else None,
    )
    made_of = f"{ours.mean:.2f} less the aligner's {found.mean:.2f}"
    return measured._replace(made_of=made_of)


def _kept_back(quantity: AlignmentShape | AerExcess, workspace: Workspace) -> Missing | None:
    """Too few sentences, or weights in whose places there is nothing to be read."""
    against = isinstance(quantity, AerExcess)
    keys, links = (["reference"], " with reference links") if against else ([], "")
    path = run_folder(ALIGN, quantity.system, workspace.seeds[0]) / "alignment.json"
    count = at_path(read_evidence(path, COMMAND), [*keys, "sentences"], path.as_posix())
    few = too_few(int(count), "test sentence", links)
    if few is not None or (not against and quantity.measure in SHARPNESS):
        return few
    return hardly_differs(quantity.system, workspace)


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
