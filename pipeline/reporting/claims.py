"""claims.json as the report reads it: what the judge stage made of the papers' claims."""

from __future__ import annotations

from pipeline.judged_file import JUDGED
from pipeline.refusal import Refusal
from pipeline.reporting.estimate import decimal
from pipeline.reporting.read_json import read_json

MARKS = {
    "reproduced": "✔",
    "partly": "◐",
    "not reproduced": "✘",
    "inconclusive": "?",
    "not run": "–",
}
"""A sign for every verdict, beside its words: told apart without colour, and by a screen reader."""

FINEST = 4
"""Most decimals that a bound is shown with."""


def read_judged(seeds: list[int]) -> dict:
    """The content of claims.json; Refusal where it is missing or of other seeds."""
    content = read_json(JUDGED)
    if list(content["seeds"]) != list(seeds):
        raise Refusal(
            f"{JUDGED} is of the seeds {content['seeds']}, but experiment expects {seeds}; "
            "run `dvc repro` to judge again"
        )
    return content


def marked(verdict: str) -> str:
    """A verdict with its sign."""
    return f"{MARKS[verdict]} {verdict}"


def measured(evidence: dict) -> str | None:
    """A figure with its interval and unit: ``11.8 [9.0, 14.6] BLEU``; None where there is none."""
    if "missing" in evidence:
        return None
    digits = _digits(evidence)
    unit = "" if evidence["unit"] == "share" else evidence["unit"]
    mean = decimal(evidence["mean"], digits)
    return f"{mean} {_between(evidence, 'low', 'high')} {unit}".strip()


def by_cause(evidence: dict) -> str:
    """What the interval holds, taken apart: the test set's share, and every seed's value.

    Empty where no training is in it: the interval of a time is one allowance.
    """
    seeds = evidence["seeds"]
    if not seeds:
        return ""
    told = f"over test sentences alone {_between(evidence, 'test_low', 'test_high')}"
    if len(seeds) > 1:
        digits = _digits(evidence)
        told += f"; by seed {', '.join(decimal(one['value'], digits) for one in seeds)}"
    return told


def threshold(condition: dict) -> str:
    """Where the interval must lie: ``above 0``, ``below 0.5``, ``from -1 to 1``; or nothing."""
    low, high = condition["above"], condition["below"]
    if low is not None and high is not None:
        return f"between {low:g} and {high:g}"
    if low is not None:
        return f"above {low:g}"
    return "" if high is None else f"below {high:g}"


def _between(evidence: dict, low: str, high: str) -> str:
    digits = _digits(evidence)
    return f"[{decimal(evidence[low], digits)}, {decimal(evidence[high], digits)}]"


def _digits(evidence: dict) -> int:
    """One decimal for tens, more where the whole interval is small."""
    largest = max(abs(evidence[name]) for name in ("mean", "low", "high"))
    return next((d for d, size in enumerate((100, 3, 0.3, 0.03)) if largest >= size), FINEST)
