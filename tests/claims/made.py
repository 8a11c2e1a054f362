"""Claims, evidence and outputs of stages, invented."""

from __future__ import annotations

import json
from pathlib import Path

from pipeline.claims.claim import Claim, Condition
from pipeline.claims.measured import Measured
from pipeline.claims.workspace import Workspace
from pipeline.evaluation.resample import Bootstrap

BLEU_DIFFERENCE = {"kind": "bleu difference", "system": "search-50", "baseline": "encdec-50"}


def condition(weight="part", quantity=None, **threshold) -> Condition:
    """A condition, above 0 where no threshold is given."""
    content = {"says": "as it should be", "weight": weight, "quantity": quantity or BLEU_DIFFERENCE}
    return Condition.model_validate({**content, **(threshold or {"above": 0.0})})


def claim(*criterion: Condition) -> Claim:
    """A claim with that criterion."""
    texts = ("title", "paper", "place", "statement", "paper_figures", "scale")
    return Claim(id=1, **dict.fromkeys(texts, "so"), shown_in=["scores"], criterion=list(criterion))


def figure(low: float, high: float, test_low=None, test_high=None, only_for=None) -> Measured:
    """A figure with that interval, the same over the test set unless given."""
    inner = (low if test_low is None else test_low, high if test_high is None else test_high)
    return Measured((low + high) / 2, low, high, *inner, "BLEU", ((1, 0.0),), only_for)


def workspace(*systems: str, seeds=(1,)) -> Workspace:
    """An experiment of those systems."""
    return Workspace(systems, seeds, Bootstrap(200, 0.95, 1), False, Path("reports/second"))


def write_json(path: str, content: dict) -> None:
    """Write what a stage would have left, below the current folder."""
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    Path(path).write_text(json.dumps(content), encoding="utf-8")


def estimate(mean: float, half: float, *values: float, unit="BLEU") -> dict:
    """An entry as stages write it, with a value for each seed from 1 on."""
    seeds = [{"seed": k, "value": v} for k, v in enumerate(values or (mean,), start=1)]
    return {"mean": mean, "low": mean - half, "high": mean + half, "unit": unit, "seeds": seeds}


def write_scores(*values: float, half=0.5, metric="bleu", sentences=(100, 40)) -> None:
    """scores.json that holds search-50 less encdec-50, a value a seed.

    ``sentences``: of the test set, and of those without unknown words.
    """
    entry = {
        "system": "search-50",
        "baseline": "encdec-50",
        "metric": metric,
        "bucket": "all",
        "difference": estimate(sum(values) / len(values), half, *values),
    }
    seeds = list(range(1, len(values) + 1))
    sizes = dict(zip(("sentences", "sentences_no_unk"), sentences, strict=True))
    systems = dict.fromkeys(("search-50", "encdec-50"), sizes)
    content = {"seeds": seeds, "systems": systems, "comparisons": [entry]}
    write_json("runs/evaluate/scores.json", content)
