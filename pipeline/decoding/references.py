"""How probable a model finds the references: the perplexity's numerator and denominator."""

from __future__ import annotations

from typing import NamedTuple

from pipeline.data.batch import Batch
from pipeline.model.translation import TranslationModel


class ReferenceScore(NamedTuple):
    """One reference under teacher forcing."""

    nll: float
    """Negative log-likelihood in nats, the end of sentence included."""
    tokens: int
    """Tokens it is of, the end of sentence included."""


def score_references(model: TranslationModel, batch: Batch) -> list[ReferenceScore]:
    """Score the targets of a batch, in its order; every target word is predicted from the right
    words before it."""
    forced = model.forced(batch.source, batch.source_lengths, batch.target, batch.target_lengths)
    nll = -forced.log_probabilities.double().sum(1)  # [B]
    return [
        ReferenceScore(*score)
        for score in zip(nll.tolist(), batch.target_lengths.tolist(), strict=True)
    ]
