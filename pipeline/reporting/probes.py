"""What the probes found in each system, as sections and results.json take it."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.reporting.estimate import Estimate
from pipeline.reporting.inputs import Inputs
from pipeline.reporting.over_runs import over_runs

PROBES = ("path_length", "erasure", "context", "beyond_length")


def probe(inputs: Inputs, slug: str, name: str) -> dict | None:
    """What one of PROBES found, over a system's seeds; None where it had nothing to look at."""
    return over_runs({seed: run.probes[name] for seed, run in inputs.runs[slug].items()})


def measures(inputs: Inputs, slug: str, name: str) -> dict[str, Estimate | None]:
    """The measures of a probe by name; empty where it had nothing to look at."""
    return (probe(inputs, slug, name) or {}).get("measures", {})


def measure_rows(inputs: Inputs, name: str, keys: Sequence[str]) -> list[tuple]:
    """A row a system: its slug and the measures ``keys`` of a probe, None where there is none."""
    return [
        (slug, *map(measures(inputs, slug, name).get, keys)) for slug in inputs.settings.systems
    ]


def intervals(inputs: Inputs, mark: str, what: str) -> str:
    """What a figure's ``mark`` (as ``Bands``) shows; ``what`` is what was resampled."""
    if len(inputs.settings.seeds) > 1:
        return f"Values are means over seeds; {mark.lower()} are their range."
    return f"{mark} are {inputs.scores.percent} bootstrap intervals over {what}."


def brackets(inputs: Inputs, what: str) -> str:
    """What the brackets in a probe's table hold; ``what`` is what was resampled."""
    if len(inputs.settings.seeds) > 1:
        return "Means over seeds, in brackets their range."
    return f"In brackets {inputs.scores.percent} bootstrap intervals over {what}."
