"""Section ``corpus``: which parallel text, which direction, what is held out."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from pipeline.config.section import PositiveInt, Section, Seed

Language = Annotated[
    str,
    Field(pattern=r"^[a-z]{2,3}$", description="a language code of two or three letters"),
]

PACKAGED = {"bible-de-en": ("de", "en"), "bible-grc-en": ("grc", "en")}
"""Corpora that come in packages, and their two languages: either may be the source."""


class Synthetic(Section):
    """Sub-section ``corpus.synthetic``: a seeded grammar whose right alignment is known."""

    pairs: PositiveInt
    order: Literal["copy", "reverse", "local"]
    words: Annotated[int, Field(ge=4, le=5000)]
    shortest: PositiveInt
    longest: PositiveInt
    seed: Seed


class Split(Section):
    """Sub-section ``corpus.split``: what is held out for validation and for test."""

    validation_pairs: PositiveInt
    test_pairs: PositiveInt
    training_pairs: PositiveInt | None
    seed: Seed


class Corpus(Section):
    """Section ``corpus``."""

    source: Literal["packages", "synthetic"]
    name: str
    source_language: Language
    target_language: Language
    synthetic: Synthetic
    split: Split
