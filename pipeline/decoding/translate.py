"""Translating a whole test set: batches of similar length, results in the set's own order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

import torch

from pipeline.config.decoding import Decoding
from pipeline.data.batch import Batch, collate
from pipeline.decoding.hypothesis import Hypothesis
from pipeline.decoding.references import ReferenceScore, score_references
from pipeline.decoding.search import search
from pipeline.decoding.side_by_side import side_by_side
from pipeline.model.translation import TranslationModel
from pipeline.progress import progress


class Pairs(NamedTuple):
    """The ids of N sentence pairs, every sentence ending in the end of sentence."""

    source: Sequence[Sequence[int]]
    target: Sequence[Sequence[int]]

    def of(self, rows: Sequence[int]) -> Pairs:
        """Return the pairs ``rows`` alone, in that order."""
        return Pairs(*([side[row] for row in rows] for side in self))

    def batch(self, rows: Sequence[int]) -> Batch:
        """Return the pairs ``rows``, padded."""
        return collate(rows, *self.of(rows))


def batches_by_length(pairs: Pairs, batch_sentences: int) -> Iterator[list[int]]:
    """Yield rows of similar source length together, the longest first.

    The longest first so that a lack of memory shows at once, and the time left is never guessed
    too short.
    """
    lengths = [len(ids) for ids in pairs.source]
    rows = sorted(range(len(lengths)), key=lambda row: (-lengths[row], row))
    for start in range(0, len(rows), batch_sentences):
        yield rows[start : start + batch_sentences]


def translate_rows(
    model: TranslationModel, pairs: Pairs, settings: Decoding, barred: Sequence[int] = ()
) -> Iterator[list[tuple[int, Hypothesis]]]:
    """Translate all sources; yield batch by batch each row with its hypothesis.

    ``barred`` target ids are never written. The model is put in evaluation mode.
    """
    model.eval()

    @torch.inference_mode()
    def translated(rows: list[int]) -> list[tuple[int, Hypothesis]]:
        batch = pairs.batch(rows)
        found = search(model, batch.source, batch.source_lengths, settings, barred)
        return list(zip(rows, found, strict=True))

    yield from side_by_side(translated, list(batches_by_length(pairs, settings.batch_sentences)))


def translate(
    model: TranslationModel,
    pairs: Pairs,
    settings: Decoding,
    description: str,
    barred: Sequence[int] = (),
) -> list[Hypothesis]:
    """Translate all sources with progress shown: exactly one hypothesis each, in their order."""
    found: dict[int, Hypothesis] = {}
    with progress(description, len(pairs.source), "sentences") as shown:
        for batch in translate_rows(model, pairs, settings, barred):
            found.update(batch)
            shown.advance(len(batch))
    return [found[row] for row in range(len(pairs.source))]


def score_all_references(
    model: TranslationModel, pairs: Pairs, settings: Decoding
) -> list[ReferenceScore]:
    """Score every target under teacher forcing, in order. The model is put in evaluation mode."""
    model.eval()

    @torch.inference_mode()
    def scored(rows: list[int]) -> list[tuple[int, ReferenceScore]]:
        return list(zip(rows, score_references(model, pairs.batch(rows)), strict=True))

    batches = list(batches_by_length(pairs, settings.batch_sentences))
    scores = dict(chain.from_iterable(side_by_side(scored, batches)))
    return [scores[row] for row in range(len(pairs.source))]
