"""Paired differences in BLEU, as the evaluate stage resampled them."""

from __future__ import annotations

import math

from pipeline.claims.floor import too_few
from pipeline.claims.measured import Estimate, Evidence, Missing
from pipeline.claims.quantity import BleuDifference
from pipeline.claims.seed_allowance import SEED_SD_BLEU, over_test_and_seeds
from pipeline.claims.workspace import Unread, Workspace, at_path, read_evidence
from pipeline.evaluation.scores import ALL
from pipeline.layout import EVALUATE

PRIOR_OF_DIFFERENCE = SEED_SD_BLEU * math.sqrt(2)
"""Two trainings are in a difference."""
SETS = {
    "bleu": ("sentences", ""),
    "bleu_no_unk": ("sentences_no_unk", " without unknown words"),
}
"""Metric -> where scores.json has the size of its set of sentences, and which these are."""


def bleu_difference(quantity: BleuDifference, workspace: Workspace) -> Evidence:
    """``system`` less ``baseline`` over all test sentences (or those without unknown words)."""
    absent = workspace.absent(quantity.system, quantity.baseline)
    if absent is not None:
        return absent
    scores = read_evidence(EVALUATE / "scores.json", "dvc repro evaluate")
    if list(scores.get("seeds", ())) != list(workspace.seeds):
        raise Unread("scores.json is of other seeds: dvc repro evaluate scores again")
    few = _too_few(quantity, scores)
    if few is not None:
        return few
    for entry in at_path(scores, ["comparisons"], "scores.json"):
        names = (entry["system"], entry["baseline"])
        if (entry["metric"], entry["bucket"]) != (quantity.metric, ALL):
            continue
        if set(names) == {quantity.system, quantity.baseline}:
            if entry["difference"] is None:
                return Missing(f"{quantity.metric} of {names[0]} or {names[1]} is undefined")
            found = Estimate.read(entry["difference"])
            turned = found if names[0] == quantity.system else found.negated()
            confidence = workspace.bootstrap.confidence
            return over_test_and_seeds(turned, PRIOR_OF_DIFFERENCE, "BLEU", confidence)
    return Missing(
        f"scores.json does not compare {quantity.system} with {quantity.baseline} in "
        f"{quantity.metric}"
    )


def _too_few(quantity: BleuDifference, scores: dict) -> Missing | None:
    key, which = SETS[quantity.metric]
    found = at_path(scores, ["systems", quantity.system, key], "scores.json")
    return too_few(int(found), "test sentence", which)
