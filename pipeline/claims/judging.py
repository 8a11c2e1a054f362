"""Every claim judged, as written to claims.json."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.claims.claim import Claim, Condition
from pipeline.claims.evidence import gather
from pipeline.claims.measured import Evidence, Measured, Missing
from pipeline.claims.naming import name_of
from pipeline.claims.seed_allowance import PRIOR_WEIGHT, SEED_SD_BLEU
from pipeline.claims.verdict import (
    INCONCLUSIVE,
    NOT_RUN,
    Outcome,
    few_seeds,
    outcome,
    verdict,
)
from pipeline.claims.workspace import Workspace
from pipeline.evaluation.estimate import rounded


def judged(claims: Sequence[Claim], workspace: Workspace) -> dict:
    """Return the content of claims.json: settings of the judging, and the claims with verdicts."""
    return {
        "confidence": workspace.bootstrap.confidence,
        "seeds": list(workspace.seeds),
        "seed_sd_bleu": SEED_SD_BLEU,
        "prior_weight": PRIOR_WEIGHT,
        "claims": [judge(claim, workspace) for claim in claims],
    }


def judge(claim: Claim, workspace: Workspace) -> dict:
    """One claim with its evidence and its verdict."""
    found = [gather(condition.quantity, workspace) for condition in claim.criterion]
    outcomes = [outcome(*both) for both in zip(claim.criterion, found, strict=True)]
    said = verdict(claim.criterion, outcomes)
    return {
        "id": claim.id,
        "title": claim.title,
        "source": {"paper": claim.paper, "place": claim.place},
        "statement": claim.statement,
        "paper_figures": claim.paper_figures,
        "scale": claim.scale,
        "shown_in": claim.shown_in,
        "criterion": [_condition(condition) for condition in claim.criterion],
        "evidence": [
            _evidence(*entry) for entry in zip(claim.criterion, found, outcomes, strict=True)
        ],
        "verdict": said,
        "reason": _reason(said, claim.criterion, found, outcomes, workspace),
    }


def _condition(condition: Condition) -> dict:
    low, high = condition.bounds
    return {
        "says": condition.says,
        "weight": condition.weight,
        "above": low,
        "below": high,
        "quantity": condition.quantity.model_dump(exclude_none=True),
    }


def _evidence(condition: Condition, evidence: Evidence, found: Outcome) -> dict:
    entry: dict = {"says": condition.says, "weight": condition.weight}
    if isinstance(evidence, Missing):
        return {**entry, "outcome": found, "missing": evidence.reason}
    numbers = {
        name: None if (found_there := getattr(evidence, name)) is None else rounded(found_there)
        for name in ("mean", "low", "high", "test_low", "test_high")
    }
    name = name_of(condition.quantity)
    threshold = condition.bounds != (None, None)
    return {
        **entry,
        "outcome": found if threshold else "no threshold",
        "few_seeds": threshold and few_seeds(condition, evidence),
        **numbers,
        "unit": evidence.unit,
        "name": name.word,
        "signed": name.signed,
        "made_of": evidence.made_of,
        "assumed_sd": None if evidence.assumed_sd is None else rounded(evidence.assumed_sd),
        "seeds": [{"seed": seed, "value": rounded(value)} for seed, value in evidence.seeds],
        "only_for": evidence.only_for,
        "over": evidence.over,
        "source": evidence.source,
    }


def _reason(
    said: str,
    criterion: Sequence[Condition],
    found: Sequence[Evidence],
    outcomes: Sequence[Outcome],
    workspace: Workspace,
) -> str | None:
    """What keeps a claim from a verdict, or limits it; None where nothing does."""
    counted = [
        (condition, evidence, one)
        for condition, evidence, one in zip(criterion, found, outcomes, strict=True)
        if condition.weight != "beside"
    ]
    if said == NOT_RUN:
        reasons = [e.reason for _, e, _ in counted if isinstance(e, Missing)]
        return "; ".join(dict.fromkeys(reasons)) + "."
    if said == INCONCLUSIVE:
        opened = [(c, e) for c, e, one in counted if one == "open"]
        return " ".join(dict.fromkeys(_why_open(c, e, len(workspace.seeds)) for c, e in opened))
    if len(workspace.seeds) == 1 and any(isinstance(e, Measured) and e.seeds for e in found):
        return "One seed: how far another would lie is assumed, not measured."
    return None


def _why_open(condition: Condition, evidence: Measured, seeds: int) -> str:
    if few_seeds(condition, evidence):
        count = "One seed is" if seeds == 1 else f"{seeds} seeds are"
        return f"{count} too few for a difference this small."
    if evidence.only_for is not None:
        return f"{evidence.only_for[0].upper()}{evidence.only_for[1:]}."
    return "The interval spans the threshold."
