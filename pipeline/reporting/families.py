"""Which systems belong together: for the eye those that are the same but for their training cap."""

from __future__ import annotations

from pipeline.config.system import System
from pipeline.reporting.figures.style import COLOURS


def of_luong(systems: dict[str, System]) -> dict[str, System]:
    """Those that attend after the step, as Luong et al. 2015 do, by slug."""
    return {
        slug: one
        for slug, one in systems.items()
        if one.family == "recurrent" and one.order == "luong" and one.attends
    }


def families(systems: dict[str, System]) -> dict[str, str]:
    """Slug -> family: its name without its cap; with too many for the colours, its kind alone.

    The kinds are a fixed context and attention, so that seventeen systems are two colours.
    """
    named = {slug: slug.removesuffix(f"-{one.max_words}") for slug, one in systems.items()}
    if len(set(named.values())) <= len(COLOURS):
        return named
    return {slug: "attention" if one.attends else "fixed context" for slug, one in systems.items()}
