"""What a model makes of one sentence pair, seen from its source: three matrices [T, S].

T counts the reference's tokens with the end of sentence, S the source's. Everything is under
teacher forcing: the model is fed the reference and asked for the next word of it. A sentence is
worked on alone, as a batch of copies of itself, so nothing here depends on padding.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor

from pipeline.evaluation.probes.source_vectors import changed_source_vectors
from pipeline.model.translation import TranslationModel

CELLS = 4096
"""Source or target tokens of the copies that are worked on at once."""


def gradient_norms(model: TranslationModel, source: Sequence[int], target: Sequence[int]) -> Tensor:
    """[T, S]: ``|| d log p(y_t | y_<t, x) / d E x_s ||``, in nats per unit of the embedding.

    One copy of the sentence for each output: the copies' sum has every output's own gradient.
    """
    steps = torch.arange(len(target))
    norms = [
        _norms_of(model, source, target, part)
        for part in steps.split(max(1, CELLS // max(len(source), len(target))))
    ]
    return torch.cat(norms)


def _norms_of(
    model: TranslationModel, source: Sequence[int], target: Sequence[int], steps: Tensor
) -> Tensor:
    copies = len(steps)
    read: list[Tensor] = []

    def watched(vectors: Tensor) -> Tensor:
        read.append(vectors.detach().requires_grad_())
        return read[-1]

    # No further than the last of these outputs: what comes after it cannot matter to it.
    ids = torch.tensor(target[: int(steps[-1]) + 1]).expand(copies, -1)
    with torch.enable_grad(), changed_source_vectors(model, watched):
        forced = model.teacher_forced(*_copied(source, copies), ids)
        features = forced.features[torch.arange(copies), steps]  # [copies, R]
        scores = model.logits(features).log_softmax(-1)
        total = scores.gather(1, ids[0, steps][:, None]).sum()
    if not total.requires_grad:  # the source does not enter at all
        return torch.zeros(copies, len(source), dtype=total.dtype)
    (gradient,) = torch.autograd.grad(total, read, allow_unused=True)
    if gradient is None:
        return torch.zeros(copies, len(source), dtype=total.dtype)
    return gradient.norm(dim=-1)


def erasure_drops(
    model: TranslationModel, source: Sequence[int], target: Sequence[int], replacement: Tensor
) -> Tensor:
    """[T, S]: by how many nats ``log p(y_t | y_<t, x)`` falls where x_s becomes ``replacement``.

    ``replacement`` [E] stands in for the word's embedding. Negative where erasing helps.
    """
    places = torch.arange(len(source))
    drops = []
    with torch.inference_mode():
        whole = model.forced(*_copied(source, 1), *_copied(target, 1)).log_probabilities
        for part in places.split(max(1, CELLS // max(len(source), len(target)))):
            erased = torch.zeros(len(part), len(source), dtype=torch.bool)
            erased[torch.arange(len(part)), part] = True
            with changed_source_vectors(model, _erasing(erased, replacement)):
                without = model.forced(
                    *_copied(source, len(part)), *_copied(target, len(part))
                ).log_probabilities
            drops.append(whole - without)  # [part, T]
    return torch.cat(drops).t()


def step_weights(model: TranslationModel, source: Sequence[int], target: Sequence[int]):
    """[T, S]: the attention with which each output is predicted; None without attention.

    Of the very step that predicts the word, whichever word these weights are said to align.
    """
    with torch.inference_mode():
        weights = model.teacher_forced(*_copied(source, 1), torch.tensor([target])).weights
    return None if weights is None else weights[0]


def _erasing(erased: Tensor, replacement: Tensor):
    return lambda vectors: torch.where(erased[:, :, None], replacement, vectors)


def _copied(ids: Sequence[int], copies: int) -> tuple[Tensor, Tensor]:
    """ids [copies, S] and their lengths [copies]."""
    return torch.tensor(ids).expand(copies, -1), torch.full((copies,), len(ids))
