"""How fast a model translates: the search of the translate stage on some of its own batches."""

from __future__ import annotations

import time
from collections.abc import Sequence

import torch

from pipeline.config.decoding import Decoding
from pipeline.decoding.translate import Pairs, batches_by_length, translate_rows
from pipeline.model.translation import TranslationModel

GUESS = 100.0
"""Sentences a second, to choose how many fit into the time."""


def translation_speed(
    model: TranslationModel, sources: Sequence[Sequence[int]], decoding: Decoding, seconds: float
) -> dict:
    """Translate some of ``sources`` greedily and with the beam of ``decoding``, in ``seconds``.

    Batches are those of the whole set, as many on every thread, spread evenly over the lengths.
    """
    threads = torch.get_num_threads()
    batches = list(batches_by_length(Pairs(sources, sources), decoding.batch_sentences))
    wanted = round(seconds * GUESS / decoding.batch_sentences / threads) * threads
    count = min(max(wanted, threads), len(batches))
    chosen = [batches[int((place + 0.5) * len(batches) / count)] for place in range(count)]
    rows = [row for batch in chosen for row in batch]
    some = Pairs(sources, sources).of(rows)
    _translate(model, some.of(range(min(4, len(rows)))), decoding, beam=1)  # warm up
    found = {"sentences": len(rows), "beam": decoding.beam}
    for name, beam in (("greedy_sentences_per_second", 1), ("sentences_per_second", decoding.beam)):
        found[name] = len(rows) / _translate(model, some, decoding, beam)
    return found


def as_long_as_the_source(decoding: Decoding) -> Decoding:
    """``decoding`` with every output as long as its source.

    What a model with random weights writes ends nowhere, or at once: a time of its own search
    would tell of that, not of a step.
    """
    return decoding.model_copy(update={"min_length_ratio": 1.0, "max_length_ratio": 1.0})


def _translate(model: TranslationModel, pairs: Pairs, decoding: Decoding, beam: int) -> float:
    """Return the seconds it took."""
    begin = time.perf_counter()
    for _ in translate_rows(model, pairs, decoding.model_copy(update={"beam": beam})):
        pass
    return time.perf_counter() - begin
