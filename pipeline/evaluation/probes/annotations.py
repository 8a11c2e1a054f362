"""The annotations of source words: what an encoder makes of a word in its sentence."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import torch

from pipeline.data.batch import collate
from pipeline.model.transformer import TransformerModel
from pipeline.model.translation import TranslationModel

BATCH_SENTENCES = 64


def annotations(
    model: TranslationModel, sources: Sequence[Sequence[int]], rows: Iterable[int]
) -> dict[int, np.ndarray]:
    """Row -> [S, D] float64: the encoder's top states h_s of the sentences ``rows``.

    Also of systems whose decoder does not see them one by one (a fixed context, attention to
    embeddings): what is asked is whether the encoder tells contexts apart.
    """
    wanted = sorted(set(rows), key=lambda row: (len(sources[row]), row))
    found = {}
    for start in range(0, len(wanted), BATCH_SENTENCES):
        part = wanted[start : start + BATCH_SENTENCES]
        ids = [sources[row] for row in part]
        batch = collate(part, ids, ids)
        with torch.inference_mode():
            if isinstance(model, TransformerModel):
                states = model.encode(batch.source, batch.source_lengths).attended
            else:
                states = model.encoder(batch.source, batch.source_lengths).states
        for k, row in enumerate(part):
            found[row] = states[k, : len(sources[row])].double().numpy()
    return found
