"""Section ``training``: the budget, the batches, the optimiser."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from pipeline.config.section import Fraction, PositiveInt, Section


class Training(Section):
    """Section ``training``. The budget is counted in target tokens (end of sentence included)."""

    target_tokens: PositiveInt
    epoch_tokens: PositiveInt
    batch_tokens: PositiveInt
    optimizer: Literal["adam", "adadelta"]
    learning_rate: Annotated[float, Field(gt=0, le=10)]
    warmup: Fraction
    decay: Literal["linear", "none"]
    clip_norm: Annotated[float, Field(gt=0)]
    label_smoothing: Fraction
    threads: PositiveInt | None
    accelerator: Literal["auto", "cpu", "gpu"]
    precision: Literal["32", "bf16"]
    devices: PositiveInt
    nodes: PositiveInt
