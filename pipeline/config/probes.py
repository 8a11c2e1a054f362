"""Section ``probes``: how much of the test set the probes look at."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from pipeline.config.section import PositiveInt, Section, Seed


class Probes(Section):
    """Section ``probes``. Lengths and distances are in source words."""

    sentences: PositiveInt
    shortest: Annotated[int, Field(ge=3)]
    longest: PositiveInt
    farthest: PositiveInt
    erase_by: Literal["unknown", "zero", "mean"]
    context_words: PositiveInt
    context_occurrences: Annotated[int, Field(ge=2)]
    joined_factors: Annotated[list[PositiveInt], Field(min_length=1)]
    joined_runs: PositiveInt
    seed: Seed
