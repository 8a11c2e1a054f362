"""The base of every section of params.yaml: strict types, no unknown key, no default."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

SLUG_IN_WORDS = "a name of lower-case letters, digits and single dashes"
Slug = Annotated[
    str,
    StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$"),
    Field(description=SLUG_IN_WORDS),
]
"""A plain name: DVC's matrix breaks on commas and dots."""

PositiveInt = Annotated[int, Field(ge=1)]
Fraction = Annotated[float, Field(ge=0.0, lt=1.0)]
GREATEST_SEED = 2**31 - 1
Seed = Annotated[int, Field(ge=0, le=GREATEST_SEED)]


class Section(BaseModel):
    """A section of params.yaml. Every key is written there, so none has a default here."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False)
