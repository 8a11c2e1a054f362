"""Section ``corpus``: which parallel text, which direction, what is held out."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import Annotated, Literal

from pydantic import Field, PlainValidator, WithJsonSchema

from pipeline.config.section import PositiveInt, Section, Seed

Language = Annotated[
    str,
    Field(pattern=r"^[a-z]{2,3}$", description="a language code of two or three letters"),
]


def _file_names(value: object) -> list[str] | None:
    if value is None or (
        isinstance(value, list) and value and all(isinstance(name, str) for name in value)
    ):
        return value
    raise ValueError("no names of files")


FileNames = Annotated[
    list[str] | None,
    # One validator, as below: what is wrong is said of the setting, with all that it may be.
    PlainValidator(_file_names),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "null"},
                {
                    "type": "array",
                    "minItems": 1,
                    "items": {"type": "string", "description": "the name of a file"},
                },
            ]
        }
    ),
]
"""Two text files, source and target, or one file with both columns; or None."""


def _column(value: object) -> int | str:
    if isinstance(value, str) or (type(value) is int and value >= 1):
        return value
    raise ValueError("neither a name nor a place")


ColumnOfFile = Annotated[
    int | str,
    # One validator, since a union's error names its branches and not the setting alone.
    PlainValidator(_column),
    WithJsonSchema({"anyOf": [{"type": "integer", "minimum": 1}, {"type": "string"}]}),
]
"""A column of a file: its name, or its place counted from 1."""

PACKAGED = {"bible-de-en": ("de", "en"), "bible-grc-en": ("grc", "en")}
"""Corpora that come in packages, and their two languages: either may be the source."""


CORPUS_SPLITS = ("train", "validation", "test")
FORMATS = {
    ".tsv": "tsv",
    ".csv": "csv",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".json": "jsonl",
}
"""Format by a name's ending (before ``.gz``); anything else is text."""


def format_of(name: str) -> str:
    """What the ending of a file's name says that the file is."""
    return FORMATS.get(PurePosixPath(name.lower().removesuffix(".gz")).suffix, "text")


class Synthetic(Section):
    """Sub-section ``corpus.synthetic``: a seeded grammar whose right alignment is known."""

    pairs: PositiveInt
    order: Literal["copy", "reverse", "local"]
    words: Annotated[int, Field(ge=4, le=5000)]
    shortest: PositiveInt
    longest: PositiveInt
    seed: Seed


class Files(Section):
    """Sub-section ``corpus.files``: parallel text in files of the user's own."""

    train: FileNames
    validation: FileNames
    test: FileNames
    format: Literal["auto", "text", "tsv", "tsv-quoted", "csv", "jsonl"]
    header: bool
    source_column: ColumnOfFile
    target_column: ColumnOfFile


class Hub(Section):
    """Sub-section ``corpus.hub``: a dataset of the Hugging Face hub."""

    dataset: str
    configuration: str | None
    revision: str | None
    train: str
    validation: str | None
    test: str | None
    source_column: str
    target_column: str
    streaming: bool
    limit: PositiveInt | None


class Split(Section):
    """Sub-section ``corpus.split``: what is held out for validation and for test."""

    validation_pairs: PositiveInt
    test_pairs: PositiveInt
    training_pairs: PositiveInt | None
    seed: Seed


class Corpus(Section):
    """Section ``corpus``."""

    source: Literal["packages", "files", "hub", "synthetic"]
    name: str
    source_language: Language
    target_language: Language
    folder: str
    group_pairs: PositiveInt
    files: Files
    hub: Hub
    synthetic: Synthetic
    split: Split
