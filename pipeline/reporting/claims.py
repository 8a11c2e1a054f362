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

OF_ITSELF = ("share", "times")
"""Units that a number needs no word for."""
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
    """What was measured, with interval and unit: ``difference +11.8 [+9.0, +14.6] BLEU``.

    None where nothing was. A difference, or a change, carries its sign.
    """
    if "missing" in evidence:
        return None
    unit = "" if evidence["unit"] in OF_ITSELF else evidence["unit"]
    mean = _number(evidence, evidence["mean"])
    return f"{evidence['name']} {mean} {_between(evidence, 'low', 'high')} {unit}".strip()


def by_cause(evidence: dict) -> str:
    """What figure and interval are made of, taken apart, and where they are from.

    Of a figure of trained systems: the test set's share of the interval, every seed's value, and
    the spread over seeds that was assumed. Of a time, in which is neither: what it is over.
    """
    seeds, told = evidence["seeds"], [evidence["made_of"], evidence["over"]]
    if seeds:
        told.append(f"over test sentences alone {_between(evidence, 'test_low', 'test_high')}")
    if len(seeds) > 1:
        told.append(f"by seed {', '.join(_number(evidence, one['value']) for one in seeds)}")
    if evidence["assumed_sd"] is not None:
        told.append(
            "assumed from one training to another: a standard deviation of "
            f"{evidence['assumed_sd']:.2g}"
        )
    told.append(evidence["source"])
    return "; ".join(part for part in told if part)


def threshold(condition: dict) -> str:
    """Where the interval must lie: ``above 0``, ``below 0.5``, ``from -1 to 1``; or nothing."""
    low, high = condition["above"], condition["below"]
    if low is not None and high is not None:
        return f"between {low:g} and {high:g}"
    if low is not None:
        return f"above {low:g}"
    return "" if high is None else f"below {high:g}"


def _between(evidence: dict, low: str, high: str) -> str:
    return f"[{_number(evidence, evidence[low])}, {_number(evidence, evidence[high])}]"


def _number(evidence: dict, value: float) -> str:
    shown = decimal(value, _digits(evidence))
    # What is rounded to zero has no sign.
    above = evidence["signed"] and value > 0 and any(one in "123456789" for one in shown)
    return f"+{shown}" if above else shown


def _digits(evidence: dict) -> int:
    """One decimal for tens, more where the whole interval is small."""
    largest = max(abs(evidence[name]) for name in ("mean", "low", "high"))
    return next((d for d, size in enumerate((100, 3, 0.3, 0.03)) if largest >= size), FINEST)
