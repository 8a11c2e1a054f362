"""Section ``evaluation``: length buckets and the bootstrap."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from pipeline.config.section import PositiveInt, Section, Seed


class Evaluation(Section):
    """Section ``evaluation``. Edges are in source words; the last bucket is open-ended."""

    length_edges: Annotated[list[PositiveInt], Field(min_length=1)]
    bucket_minimum: PositiveInt
    bootstrap_samples: Annotated[int, Field(ge=100, le=100_000)]
    confidence: Annotated[float, Field(gt=0.5, lt=1.0)]
    seed: Seed
