"""Section ``decoding``: how translations are searched for."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from pipeline.config.section import PositiveInt, Section


class Decoding(Section):
    """Section ``decoding``. A beam of 1 is greedy search; lengths count the end of sentence."""

    beam: Annotated[int, Field(ge=1, le=100)]
    length_normalisation: Annotated[float, Field(ge=0.0, le=2.0)]
    max_length_ratio: Annotated[float, Field(ge=1.0, le=10.0)]
    min_length_ratio: Annotated[float, Field(ge=0.0, le=1.0)]
    batch_sentences: PositiveInt
    replace_unknown: bool
