"""What one stage measured in every run of a system, put together over its seeds."""

from __future__ import annotations

from collections.abc import Mapping

from pipeline.reporting.estimate import Estimate, over_seeds

Content = dict | list | str | int | float | bool | Estimate | None

FIGURE = {"mean", "low", "high", "unit"}
"""Keys that make an object of a stage's output a number with an interval."""


def over_runs(by_seed: Mapping[int, Content]) -> Content:
    """Outputs of one form, one a seed, as one of that form with an Estimate for every figure.

    With one seed an estimate's interval is the stage's own, over test sentences; with several it is
    the range over seeds. A figure that is undefined for one seed is None. What is no figure
    (counts, names) is the first seed's.
    """
    values = list(by_seed.values())
    if None in values:
        return None
    first = values[0]
    if isinstance(first, dict) and first.keys() >= FIGURE:
        if len(values) == 1:
            return Estimate.read(first)
        return over_seeds({seed: one["mean"] for seed, one in by_seed.items()}, first["unit"])
    if isinstance(first, dict):
        return {
            key: over_runs({seed: one.get(key) for seed, one in by_seed.items()}) for key in first
        }
    if isinstance(first, list):
        return [
            over_runs(dict(zip(by_seed, items, strict=True)))
            for items in zip(*values, strict=False)
        ]
    return first


def filed(content: Content) -> Content:
    """The same with every Estimate in the form in which results.json holds it."""
    if isinstance(content, Estimate):
        return content.entry()
    if isinstance(content, dict):
        return {key: filed(value) for key, value in content.items()}
    if isinstance(content, list):
        return [filed(value) for value in content]
    return content
