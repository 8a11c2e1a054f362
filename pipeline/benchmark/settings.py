"""Of which settings a benchmark's times are, and where those of an experiment are others.

A time says nothing of a system with other sizes, other vocabularies or another optimiser. What
makes no difference to it (first weights, the order in which the source is read) may differ.
"""

from __future__ import annotations

from collections.abc import Mapping

from pipeline.config.system import System
from pipeline.config.training import Training

NO_MATTER = frozenset({"reverse_source", "initialisation", "output_bias", "alignment_shift"})
"""Settings of a system that cost no time."""
OF_TRAINING = ("optimizer", "label_smoothing", "precision", "accelerator", "threads")
SHOWN = 3
"""Most differences that are told one by one."""


def speed_settings(
    systems: Mapping[str, System], vocabularies: tuple[int, int], training: Training
) -> dict:
    """All settings that the times of ``systems`` depend on; sizes of both vocabularies."""
    return {
        "systems": {
            slug: system.model_dump(mode="json", exclude=set(NO_MATTER))
            for slug, system in systems.items()
        },
        "vocabularies": dict(zip(("source", "target"), vocabularies, strict=True)),
        "training": {name: getattr(training, name) for name in OF_TRAINING},
    }


def others(recorded: object, own: dict, slug: str) -> str | None:
    """In what a benchmark's ``recorded`` settings are not an experiment's ``own``, for a system.

    Both as :func:`speed_settings` makes them; ``own`` holds the system. None where they are equal.
    """
    if not isinstance(recorded, dict) or not isinstance(recorded.get("systems"), dict):
        return "settings that it does not tell"
    if slug not in recorded["systems"]:
        return f"other systems than {slug}"
    theirs, ours = _flat(recorded, slug), _flat(own, slug)
    names = [name for name in ours if theirs.get(name) != ours[name]]
    told = [
        f"{name} {_said(theirs.get(name))}, where this experiment has {_said(ours[name])}"
        for name in names[:SHOWN]
    ]
    if len(names) > SHOWN:
        told.append(f"{len(names) - SHOWN} more")
    return "other settings: " + "; ".join(told) if told else None


def _flat(settings: dict, slug: str) -> dict[str, object]:
    parts = {
        f"systems.{slug}": settings["systems"][slug],
        "words in the vocabulary:": settings.get("vocabularies"),
        "training": settings.get("training"),
    }
    return {
        f"{part}{' ' if part.endswith(':') else '.'}{key}": value
        for part, found in parts.items()
        for key, value in (found if isinstance(found, dict) else {}).items()
    }


def _said(value: object) -> str:
    return "none" if value is None else str(value).lower()
