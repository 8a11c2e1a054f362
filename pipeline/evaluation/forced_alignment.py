"""Alignments by forced decoding: the attention with which a model would write the reference.

Luong et al. 2015, section 5.4: the model is fed the right target words, so that alignments of
different systems speak of the same words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import numpy as np
import torch

from pipeline.data.batch import collate
from pipeline.model.translation import TranslationModel
from pipeline.progress import progress

BATCH_SENTENCES = 32
"""Sentences fed at once; short enough for the weights [B, T, S] of the longest to fit in memory."""


def forced_steps(
    model: TranslationModel,
    source_ids: Sequence[Sequence[int]],
    target_ids: Sequence[Sequence[int]],
) -> list[np.ndarray]:
    """Return the attention [T, S] of every sentence pair, in order, a row for every step.

    ``model`` attends and is in evaluation mode; progress is shown. The last step writes the end of
    sentence. Which word a row belongs to is :func:`pipeline.decoding.shift.aligned_rows`'s to say.
    """
    if model.training:
        raise ValueError("alignments are made in evaluation mode")
    # Sentences of like length together: little padding, and the result does not depend on it.
    order = sorted(range(len(target_ids)), key=lambda row: (len(target_ids[row]), row))
    alignments: list[np.ndarray | None] = [None] * len(order)
    with _one_thread(), progress("Forced decoding", len(order), "sentences") as shown:
        for start in range(0, len(order), BATCH_SENTENCES):
            rows = order[start : start + BATCH_SENTENCES]
            for row, alignment in zip(
                rows, _batch(model, rows, source_ids, target_ids), strict=True
            ):
                alignments[row] = alignment
            shown.advance(len(rows))
    return alignments


@contextmanager
def _one_thread() -> Iterator[None]:
    """Steps of a few sentences gain nothing from a second thread, and where other work shares the
    cores they lose most of their time waiting for it."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)


def _batch(
    model: TranslationModel,
    rows: Sequence[int],
    source_ids: Sequence[Sequence[int]],
    target_ids: Sequence[Sequence[int]],
) -> list[np.ndarray]:
    batch = collate(rows, [source_ids[row] for row in rows], [target_ids[row] for row in rows])
    with torch.inference_mode():
        forced = model.teacher_forced(batch.source, batch.source_lengths, batch.target)
    weights = forced.weights.numpy()  # [B, T, S]
    return [
        weights[k, :target, :source].copy()
        for k, (source, target) in enumerate(
            zip(batch.source_lengths.tolist(), batch.target_lengths.tolist(), strict=True)
        )
    ]
