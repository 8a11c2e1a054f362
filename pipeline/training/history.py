"""What is known of each finished epoch, and its table epochs.csv."""

from __future__ import annotations

import math
from dataclasses import astuple, dataclass, fields


@dataclass(frozen=True)
class EpochRow:
    """One epoch. Losses are in nats per target token, ends of sentence counted."""

    epoch: int  # counted from 1
    target_tokens: int  # seen since the start of training
    learning_rate: float  # of the epoch's last update
    train_loss: float  # mean over the epoch's tokens, each at the time it was trained on
    validation_loss: float  # teacher-forced, over the whole validation split
    validation_perplexity: float
    attention_entropy: float | None  # nats, mean over the validation split's target tokens
    gradient_norm: float | None  # before clipping, mean over the updates that were made


def perplexity(loss: float) -> float:
    """Return exp of a loss in nats per token; infinity where that is too large for a float."""
    return math.exp(loss) if loss < 709 else math.inf


def epochs_csv(rows: list[EpochRow]) -> str:
    """Return the rows as CSV with a header; an absent number is an empty field."""
    header = ",".join(field.name for field in fields(EpochRow))
    lines = [",".join(_written(value) for value in astuple(row)) for row in rows]
    return "\n".join([header, *lines]) + "\n"


def _written(value: float | None) -> str:
    if value is None:
        return ""
    return str(value) if isinstance(value, int) else f"{value:.7g}"
