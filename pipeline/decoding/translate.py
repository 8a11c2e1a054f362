"""Translating a whole test set: batches of similar length, results in the set's own order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple, TypeVar

import torch

from pipeline.config.decoding import Decoding
from pipeline.data.batch import Batch, collate
from pipeline.decoding.hypothesis import Hypothesis
from pipeline.decoding.references import ReferenceScore, score_references
from pipeline.decoding.resume import FinishedBatches
from pipeline.decoding.search import search
from pipeline.decoding.side_by_side import side_by_side
from pipeline.model.translation import TranslationModel
from pipeline.progress import progress, say

Result = TypeVar("Result")


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
    work = _searching(model, pairs, settings, barred)
    yield from side_by_side(work, list(batches_by_length(pairs, settings.batch_sentences)))


def translate(
    model: TranslationModel,
    pairs: Pairs,
    settings: Decoding,
    description: str,
    barred: Sequence[int] = (),
    kept: FinishedBatches[Hypothesis] | None = None,
) -> list[Hypothesis]:
    """Translate all sources with progress shown: exactly one hypothesis each, in their order.

    What ``kept`` has is not translated again, and every batch is kept there as soon as it is
    finished. Otherwise as :func:`translate_rows`.
    """
    work = _searching(model, pairs, settings, barred)
    found, rest = _found_and_rest(work, pairs, settings, kept)
    if found:
        say(f"{description}: goes on after {len(found):,} sentences of an interrupted run")
    with progress(description, len(pairs.source) - len(found), "sentences") as shown:
        for batch in rest:
            found.update(batch)
            shown.advance(len(batch))
    return [found[row] for row in range(len(pairs.source))]


def score_all_references(
    model: TranslationModel,
    pairs: Pairs,
    settings: Decoding,
    kept: FinishedBatches[ReferenceScore] | None = None,
) -> list[ReferenceScore]:
    """Score every target under teacher forcing, in order; ``kept`` as in :func:`translate`.

    The model is put in evaluation mode.
    """
    model.eval()

    @torch.inference_mode()
    def scored(rows: list[int]) -> list[tuple[int, ReferenceScore]]:
        return list(zip(rows, score_references(model, pairs.batch(rows)), strict=True))

    scores, rest = _found_and_rest(scored, pairs, settings, kept)
    scores.update(chain.from_iterable(rest))
    return [scores[row] for row in range(len(pairs.source))]


def _searching(
    model: TranslationModel, pairs: Pairs, settings: Decoding, barred: Sequence[int]
) -> Callable[[list[int]], list[tuple[int, Hypothesis]]]:
    """What turns rows of ``pairs`` into hypotheses."""
    model.eval()

    @torch.inference_mode()
    def translated(rows: list[int]) -> list[tuple[int, Hypothesis]]:
        batch = pairs.batch(rows)
        found = search(model, batch.source, batch.source_lengths, settings, barred)
        return list(zip(rows, found, strict=True))

    return translated


def _found_and_rest(
    work: Callable[[list[int]], list[tuple[int, Result]]],
    pairs: Pairs,
    settings: Decoding,
    kept: FinishedBatches[Result] | None,
) -> tuple[dict[int, Result], Iterator[list[tuple[int, Result]]]]:
    """The results that are kept, by their row, and those of the other batches as they come."""
    batches = list(batches_by_length(pairs, settings.batch_sentences))
    if kept is None:
        return {}, side_by_side(work, batches)
    finished = kept.load(batches)
    return dict(chain.from_iterable(finished.values())), kept.work(work, batches, finished)
