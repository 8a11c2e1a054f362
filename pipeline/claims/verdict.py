"""From evidence to verdict: what is known of every condition, and what follows for the claim.

A verdict says no more than the evidence does. A condition holds, or fails, only where its whole
interval (test set and seeds) lies on one side of the threshold; else it is open. Of the conditions
that are open or were not measured every outcome is tried, and a verdict is given only where all of
them lead to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Literal

from pipeline.claims.claim import Condition
from pipeline.claims.measured import Evidence, Measured, Missing

REPRODUCED = "reproduced"
PARTLY = "partly"
NOT_REPRODUCED = "not reproduced"
INCONCLUSIVE = "inconclusive"
NOT_RUN = "not run"
VERDICTS = (REPRODUCED, PARTLY, NOT_REPRODUCED, INCONCLUSIVE, NOT_RUN)

Outcome = Literal["holds", "fails", "open", "not measured"]


def outcome(condition: Condition, evidence: Evidence) -> Outcome:
    """What the evidence says of one condition."""
    if isinstance(evidence, Missing):
        return "not measured"
    found = _place(condition, evidence.low, evidence.high)
    if found == "fails" and evidence.only_for is not None:
        return "open"
    return found


def verdict(criterion: Sequence[Condition], outcomes: Sequence[Outcome]) -> str:
    """The verdict that ``outcomes``, one a condition, lead to.

    All conditions hold: reproduced. All fail, or an essential one does: not reproduced. Some hold
    and some fail: partly. What is unknown makes it not run (where something was not measured) or
    inconclusive, unless the verdict is the same whichever way it falls.
    """
    counted = [
        (condition.weight == "essential", found)
        for condition, found in zip(criterion, outcomes, strict=True)
        if condition.weight != "beside"
    ]
    known = {"holds": (True,), "fails": (False,)}
    ways = product(*(known.get(found, (True, False)) for _, found in counted))
    possible = {_decided([essential for essential, _ in counted], way) for way in ways}
    if len(possible) == 1:
        return possible.pop()
    if any(found == "not measured" for _, found in counted):
        return NOT_RUN
    return INCONCLUSIVE


def few_seeds(condition: Condition, evidence: Measured) -> bool:
    """Whether the test set alone would decide what the seeds leave open."""
    if evidence.test_low is None or evidence.test_high is None:
        return False
    undecided = _place(condition, evidence.low, evidence.high) == "open"
    return undecided and _place(condition, evidence.test_low, evidence.test_high) != "open"


def _place(condition: Condition, low: float, high: float) -> Outcome:
    above, below = condition.bounds
    if (above is not None and high <= above) or (below is not None and low >= below):
        return "fails"
    if (above is not None and low <= above) or (below is not None and high >= below):
        return "open"
    return "holds"


def _decided(essential: Sequence[bool], held: Sequence[bool]) -> str:
    if all(held):
        return REPRODUCED
    fallen = any(needed and not one for needed, one in zip(essential, held, strict=True))
    return NOT_REPRODUCED if fallen or not any(held) else PARTLY
