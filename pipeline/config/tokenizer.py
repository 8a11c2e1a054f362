"""Section ``tokenizer``: words with a shortlist, as in the papers, or subwords."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from pipeline.config.section import Section


class Tokenizer(Section):
    """Section ``tokenizer``. Vocabulary sizes leave out the four special symbols."""

    kind: Literal["word", "bpe", "unigram"]
    source_vocabulary: Annotated[int, Field(ge=2, le=200_000)]
    target_vocabulary: Annotated[int, Field(ge=2, le=200_000)]
