"""Section ``systems.<slug>``: everything that makes one translation system."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from pipeline.config.section import Fraction, PositiveInt, Section


class System(Section):
    """One system, complete: an encoder, a decoder, and what joins them."""

    family: Literal["recurrent", "transformer"]
    max_words: PositiveInt | None
    reverse_source: bool
    embedding: PositiveInt
    hidden: PositiveInt
    encoder_hidden: PositiveInt
    layers: Annotated[int, Field(ge=1, le=4)]
    dropout: Fraction
    cell: Literal["gru", "lstm"]
    encoder: Literal["forward", "bidirectional"]
    order: Literal["bahdanau", "luong"]
    context: Literal["every-step", "initial"]
    initial_state: Literal["bridge", "pass"]
    attention: Literal[
        "none",
        "additive",
        "dot",
        "general",
        "concat",
        "concat-identity",
        "location",
        "multi-head",
    ]
    attention_size: PositiveInt
    attention_scale: bool
    attention_over: Literal["states", "embeddings"]
    attention_heads: PositiveInt
    window: Literal["global", "monotonic", "predictive"]
    window_half_width: PositiveInt
    window_renormalise: bool
    input_feeding: bool
    readout: Literal["maxout", "attentional", "state"]
    readout_size: PositiveInt
    initialisation: Literal["glorot", "bahdanau", "luong"]
    output_bias: Literal["unigram", "zero"]
    alignment_shift: Annotated[int, Field(ge=0, le=1)]

    @property
    def attends(self) -> bool:
        """Whether the decoder looks back at the source, and so has weights to show."""
        return self.family == "transformer" or self.attention != "none"

    @property
    def annotation_size(self) -> int:
        """Units of an encoder state: of both directions, where there are two."""
        return self.encoder_hidden * (2 if self.encoder == "bidirectional" else 1)

    @property
    def attended_size(self) -> int:
        """Units of the vectors that attention averages."""
        return self.annotation_size if self.attention_over == "states" else self.embedding
