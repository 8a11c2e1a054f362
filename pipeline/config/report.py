"""Section ``report``: where the report goes and how it speaks."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StringConstraints

from pipeline.config.section import PositiveInt, Section, Slug

Told = Annotated[str, StringConstraints(pattern=r"\S"), Field(description="text that is not blank")]


class Captions(Section):
    """Sub-section ``report.captions``: the sentence under each figure."""

    bleu_by_length: str
    alignments: str
    alignment_errors: str
    learning_curves: str
    path_from_end: str
    path_from_step: str
    erasure: str
    context: str
    beyond_length: str
    corpus_lengths: str


class Report(Section):
    """Section ``report``."""

    folder: str
    title: Told
    note: Told | None
    alignment_system: Slug
    long_sentences: Annotated[int, Field(ge=0, le=20)]
    long_from_words: PositiveInt
    explorer_sentences: Annotated[int, Field(ge=0, le=500)]
    figure_dpi: Annotated[int, Field(ge=50, le=600)]
    captions: Captions
