"""What was measured of alignments, by system and of the statistical aligner, as estimates."""

from __future__ import annotations

from pipeline.reporting.estimate import Estimate, over_seeds
from pipeline.reporting.inputs import Inputs

SHAPE = ("entropy", "largest_weight", "end_weight", "forward", "stay", "backward", "crossing")
AGREEMENT = ("aer", "precision", "recall", "f1", "argmax_accuracy")
OTHER_SHIFT = "other_shift_"
"""Before the name of a measure: with rows given to the other word (the other alignment_shift)."""


def alignment_estimates(inputs: Inputs, slug: str) -> dict[str, Estimate]:
    """A system's alignment statistics by name; empty where it does not attend.

    With one seed the interval is over test sentences, with several it is their range.
    """
    groups = (
        ("measures", "", SHAPE),
        ("reference", "", AGREEMENT),
        ("other_shift", OTHER_SHIFT, AGREEMENT),
    )
    found = {}
    for group, prefix, names in groups:
        for name in names:
            estimate = _over_runs(inputs, slug, group, name)
            if estimate is not None:
                found[prefix + name] = estimate
    return found


def aligner_estimates(inputs: Inputs) -> dict[str, dict[str, Estimate]]:
    """Way of the aligner (forward, ..., directions, ceiling) -> measure -> estimate."""
    ways = {**inputs.aligner["ways"], **{k: inputs.aligner[k] for k in ("directions", "ceiling")}}
    return {
        way: {name: Estimate.read(entry) for name, entry in (found or {}).items() if entry}
        for way, found in ways.items()
    }


def _over_runs(inputs: Inputs, slug: str, group: str, name: str) -> Estimate | None:
    runs = inputs.runs[slug]
    entries = {seed: (run.alignment.get(group) or {}).get(name) for seed, run in runs.items()}
    if None in entries.values():
        return None
    if len(entries) == 1:
        return Estimate.read(next(iter(entries.values())))
    means = {seed: entry["mean"] for seed, entry in entries.items()}
    return over_seeds(means, next(iter(entries.values()))["unit"])
