"""Gradients, erasures and weights of the sentences that the probes draw."""

from __future__ import annotations

import copy
import threading
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from torch import Tensor

from pipeline.config.probes import Probes
from pipeline.data.vocabulary import UNK
from pipeline.decoding.side_by_side import side_by_side
from pipeline.evaluation.probes.erasure import Sources
from pipeline.evaluation.probes.one_sentence import erasure_drops, gradient_norms, step_weights
from pipeline.evaluation.probes.source_vectors import replacement_vector
from pipeline.model.translation import TranslationModel
from pipeline.progress import tracked
from pipeline.refusal import Refusal


class Looked(NamedTuple):
    """One sentence between its m target and n source tokens, ends of sentence left out."""

    gradients: np.ndarray  # [m, n]
    sources: Sources  # of the tokens that are not UNK


def drawn_rows(source_words: Sequence[int], settings: Probes) -> list[int]:
    """The test sentences that are probed: drawn among those of the lengths that are asked for."""
    lengths = np.asarray(source_words)
    fit = np.flatnonzero((lengths >= settings.shortest) & (lengths <= settings.longest))
    if len(fit) == 0:
        raise Refusal(
            f"probes.shortest and probes.longest ({settings.shortest} to {settings.longest} source "
            "words) leave no test sentence to probe"
        )
    count = min(settings.sentences, len(fit))
    drawn = np.random.default_rng(settings.seed).choice(fit, size=count, replace=False)
    return sorted(drawn.tolist())


def look_at(
    model: TranslationModel,
    sources: Sequence[Sequence[int]],
    targets: Sequence[Sequence[int]],
    erase_by: str,
) -> list[Looked]:
    """Every sentence pair, in order; progress is shown. ``model`` is in evaluation mode."""
    if model.training:
        raise ValueError("probes are made in evaluation mode")
    replacement = replacement_vector(model, erase_by, UNK)
    mine = threading.local()

    def looked(pair: tuple[Sequence[int], Sequence[int]]) -> Looked:
        # A model whose source vectors are being changed cannot serve another thread meanwhile.
        if not hasattr(mine, "model"):
            mine.model = copy.deepcopy(model).requires_grad_(False)
        return _look_at(mine.model, *pair, replacement)

    pairs = list(zip(sources, targets, strict=True))
    found = side_by_side(looked, pairs)
    return list(tracked(found, "Gradients and erasures", len(pairs), "sentences"))


def _look_at(
    model: TranslationModel, source: Sequence[int], target: Sequence[int], replacement: Tensor
) -> Looked:
    gradients = _between_words(gradient_norms(model, source, target))
    drops = _between_words(erasure_drops(model, source, target, replacement))
    weights = step_weights(model, source, target)
    known = np.array(source[:-1]) != UNK
    attention = None if weights is None else _between_words(weights)[:, known]
    return Looked(gradients, Sources(drops[:, known], gradients[:, known], attention))


def _between_words(matrix: Tensor) -> np.ndarray:
    return matrix[:-1, :-1].double().numpy()
