"""The search that params.yaml asks for."""

from __future__ import annotations

from collections.abc import Sequence

from torch import Tensor

from pipeline.config.decoding import Decoding
from pipeline.decoding.beam import beam_search
from pipeline.decoding.greedy import greedy
from pipeline.decoding.hypothesis import Hypothesis
from pipeline.decoding.limits import LengthLimits
from pipeline.model.translation import TranslationModel


def search(
    model: TranslationModel,
    source: Tensor,
    lengths: Tensor,
    settings: Decoding,
    barred: Sequence[int] = (),
) -> list[Hypothesis]:
    """Translate source [B, S], lengths [B] as section ``decoding`` says; greedy for a beam of 1."""
    limits, exponent = LengthLimits.of(settings), settings.length_normalisation
    if settings.beam == 1:
        return greedy(model, source, lengths, limits, length_normalisation=exponent, barred=barred)
    return beam_search(
        model,
        source,
        lengths,
        limits,
        beam=settings.beam,
        length_normalisation=exponent,
        barred=barred,
    )
