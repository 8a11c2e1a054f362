"""Words that say what the evidence says and no more: the interval decides, never the mean."""

from __future__ import annotations

from pipeline.reporting.estimate import Estimate

HIGHER, LOWER, ALIKE = "higher", "lower", "alike"


def relation(difference: Estimate) -> str:
    """What a paired difference shows: ``higher``, ``lower``, or ``alike`` where it spans zero."""
    if difference.low is None or difference.high is None:
        return ALIKE
    if difference.low > 0:
        return HIGHER
    if difference.high < 0:
        return LOWER
    return ALIKE


def compared(subject: str, other: str, difference: Estimate, unit: str) -> str:
    """A clause on ``subject`` less ``other``; the first letter is a capital where it is a word."""
    found, digits = relation(difference), _digits(difference)
    if found == ALIKE:
        text = (
            f"{subject} and {other} cannot be told apart (difference {difference.shown(digits)} "
            f"{unit})"
        )
    else:
        size = difference if found == HIGHER else difference.negated()
        text = f"{subject} scores {found} than {other} by {size.shown(digits)} {unit}"
    # A slug is written as it is: only a word of the language begins a sentence with a capital.
    return text if "-" in subject else text[0].upper() + text[1:]


def _digits(difference: Estimate) -> int:
    """Decimals with which an interval that leaves out zero is not shown as reaching it."""
    if relation(difference) == ALIKE:
        return 1
    nearest = min(abs(difference.low), abs(difference.high))
    return next((digits for digits in (1, 2, 3) if round(nearest, digits) > 0), 4)


def change(first: Estimate, last: Estimate) -> str:
    """What two independent estimates show: the change from ``first`` to ``last``.

    Only where the intervals do not overlap is a change spoken of. That asks more than a test of
    the difference would, which suits a sentence.
    """
    if None in (first.low, first.high, last.low, last.high):
        return ALIKE
    if last.high < first.low:
        return LOWER
    if last.low > first.high:
        return HIGHER
    return ALIKE


def moved(changes: dict[str, str]) -> str:
    """A clause on who loses, who gains, and for whom no change can be told.

    ``changes`` are subject -> what ``change`` found.
    """
    verbs = {LOWER: ("loses", "lose"), HIGHER: ("gains", "gain")}
    clauses = []
    for found, (one, several) in verbs.items():
        subjects = [subject for subject, what in changes.items() if what == found]
        if subjects:
            clauses.append(f"{' and '.join(subjects)} {one if len(subjects) == 1 else several}")
    alike = [subject for subject, what in changes.items() if what == ALIKE]
    if alike:
        clauses.append(f"for {' and '.join(alike)} no change can be told")
    return "; ".join(clauses)


def listed(words: list[str]) -> str:
    """Words joined as in a sentence: ``a, b and c``."""
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))
