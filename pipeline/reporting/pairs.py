"""Which systems are set against each other: a fixed context and attention, little else changed."""

from __future__ import annotations

from typing import NamedTuple

from pipeline.config.system import System
from pipeline.plural import so_many


class Pair(NamedTuple):
    """A fixed-context system and an attending one, trained under the same length cap."""

    fixed: str
    attending: str
    cap: int | None


def matched_pairs(systems: dict[str, System]) -> list[Pair]:
    """For every training cap the fixed and the attending system that differ in fewest settings.

    Ties go to the system that the experiment names first. The largest cap comes first; a cap
    under which only one kind was trained has no pair.
    """
    order = list(systems)
    pairs = []
    for cap in sorted({system.max_words for system in systems.values()}, key=_size, reverse=True):
        capped = [slug for slug in order if systems[slug].max_words == cap]
        fixed = [slug for slug in capped if not systems[slug].attends]
        attending = [slug for slug in capped if systems[slug].attends]
        candidates = [(f, a) for f in fixed for a in attending]
        if candidates:
            f, a = min(candidates, key=lambda both: len(unlike(*(systems[s] for s in both))))
            pairs.append(Pair(f, a, cap))
    return pairs


def unlike(one: System, other: System) -> list[str]:
    """The settings in which two systems differ."""
    ours, theirs = one.model_dump(), other.model_dump()
    return [key for key in ours if ours[key] != theirs[key]]


def _size(cap: int | None) -> float:
    return float("inf") if cap is None else cap


def cap_in_words(cap: int | None) -> str:
    """A training cap as it stands in a sentence."""
    if cap is None:
        return "sentences of every length"
    return f"sentences of at most {so_many(cap, 'word')}"
