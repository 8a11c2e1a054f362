"""Section ``experiment``: which systems, with which seeds."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from pipeline.config.section import Section, Seed, Slug


class Experiment(Section):
    """Section ``experiment``. Every system is trained once with every seed."""

    systems: Annotated[list[Slug], Field(min_length=1)]
    seeds: Annotated[list[Seed], Field(min_length=1)]
