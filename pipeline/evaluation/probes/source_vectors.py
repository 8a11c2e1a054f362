"""A model's source embeddings, taken or changed on their way into it.

Every probe of the source works at this one place, so that it means the same for every system: the
vectors E x_s that the embedding hands to the encoder (Bahdanau et al. 2014, A.1.1), and to the
attention of a system that attends to embeddings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import torch
from torch import Tensor, nn

from pipeline.data.vocabulary import PAD
from pipeline.model.encoder import reversal, take_positions
from pipeline.model.transformer import TransformerModel
from pipeline.model.translation import TranslationModel

Change = Callable[[Tensor], Tensor]
"""From vectors [B, S, E] to vectors of the same shape."""


def source_embedding(model: TranslationModel) -> nn.Embedding:
    """The module that embeds source words."""
    return (
        model.source_embedding if isinstance(model, TransformerModel) else model.encoder.embedding
    )


@contextmanager
def changed_source_vectors(model: TranslationModel, change: Change) -> Iterator[None]:
    """Meanwhile ``model`` reads ``change(vectors)`` in place of its source embeddings.

    ``change`` meets the positions in the sentence's own order, also where the model reads the
    source backwards.
    """

    def hook(module: nn.Module, inputs: tuple[Tensor], vectors: Tensor) -> Tensor:
        if not model.system.reverse_source:
            return change(vectors)
        ids = inputs[0]
        order = reversal((ids != PAD).sum(1), ids.shape[1], kept=1)
        # Turned round twice is as it was.
        return take_positions(change(take_positions(vectors, order)), order)

    handle = source_embedding(model).register_forward_hook(hook)
    try:
        yield
    finally:
        handle.remove()


def replacement_vector(model: TranslationModel, kind: str, unknown: int) -> Tensor:
    """The vector [E] that an erased word gets.

    ``kind`` is ``unknown`` (the embedding of UNK, whose id is ``unknown``), ``zero``, or ``mean``
    (the mean of all embeddings).
    """
    table = source_embedding(model).weight.detach()  # [V, E]
    if kind == "unknown":
        return table[unknown]
    if kind == "zero":
        return torch.zeros_like(table[0])
    if kind == "mean":
        return table.mean(0)
    raise ValueError(f"no way to erase a word is called {kind!r}")
