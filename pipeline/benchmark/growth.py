"""How time and memory grow with the source's length, the batch and the hidden size.

Sentences are invented, all of one length and the target as long as the source, so that nothing is
padded; weights are fresh, and every translation is forced to that length.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import torch

from pipeline.benchmark.translation_speed import as_long_as_the_source
from pipeline.benchmark.updates import Updates
from pipeline.config.decoding import Decoding
from pipeline.config.system import System
from pipeline.config.system_relations import system_complaints
from pipeline.config.training import Training
from pipeline.data.batch import Batch, padded_batch
from pipeline.data.vocabulary import EOS, SPECIAL_SYMBOLS
from pipeline.decoding.search import search
from pipeline.model.assembly import build_model
from pipeline.progress import say

LENGTHS = (10, 20, 40, 80, 160)
BATCHES = (4, 16, 64)
SCALES = (0.5, 1.0, 2.0)
"""Of every hidden size; embeddings and vocabularies stay."""
ROUNDS, FEWER = 5, 2
"""Times of an update at a length, which claims are judged by, and at other points."""


@dataclass(frozen=True)
class Point:
    """One place of a grid: tokens of each sentence (its end counted), sentences, scale, rounds."""

    length: int = 20
    sentences: int = 8
    scale: float = 1.0
    rounds: int = FEWER


GRIDS: dict[str, tuple[Point, ...]] = {
    "by_length": tuple(Point(length=length, rounds=ROUNDS) for length in LENGTHS),
    "by_batch": tuple(Point(sentences=sentences) for sentences in BATCHES),
    "by_hidden": tuple(Point(scale=scale) for scale in SCALES),
}


def grids() -> Iterator[tuple[str, Point]]:
    """Every point with its grid's name, lengths first, should the time run out."""
    for name, points in GRIDS.items():
        for point in points:
            yield name, point


def grown(
    systems: Mapping[str, System],
    vocabularies: tuple[int, int],
    point: Point,
    training: Training,
    decoding: Decoding,
    device: torch.device,
) -> dict[str, dict]:
    """Measure ``systems`` at ``point``, a row for each: milliseconds, tokens a second, MiB.

    Their updates take turns, so that what else the machine does meets all of them alike:
    ``step_ms_rounds`` has a time for each round, the same rounds in every row, and ``step_ms`` is
    the median. A system that makes no sense at the point's scale has no row.
    """
    learning = {}
    for slug, system in _sensible(systems, point.scale).items():
        torch.manual_seed(1)
        model = build_model(system, *vocabularies).to(device)
        batch = Batch(*(part.to(device) for part in invented_batch(point, vocabularies)))
        learning[slug] = Updates(model, batch, training, device)
    memory = {slug: one.memory() for slug, one in learning.items()}
    rounds = [{slug: one.turn() for slug, one in learning.items()} for _ in range(point.rounds)]
    return {
        slug: _row(point, one, [turns[slug] for turns in rounds], memory[slug], decoding)
        for slug, one in learning.items()
    }


def _row(
    point: Point,
    one: Updates,
    seconds: list[float],
    memory: float | None,
    decoding: Decoding,
) -> dict:
    step = statistics.median(seconds)
    return {
        "source_length": point.length,
        "target_length": point.length,
        "sentences": point.sentences,
        "hidden": one.model.system.hidden,
        "step_ms": 1000 * step,
        "step_ms_rounds": [1000 * one for one in seconds],
        "tokens_per_second": point.length * point.sentences / step,
        "memory_mib": memory,
        "decode_ms_per_sentence": 1000 * _decoding(one, decoding) / point.sentences,
    }


def scaled(system: System, scale: float) -> System:
    """``system`` with every hidden size times ``scale``."""
    names = ("hidden", "encoder_hidden", "attention_size", "readout_size")
    sizes = {name: max(1, round(getattr(system, name) * scale)) for name in names}
    return system.model_copy(update=sizes)


def _sensible(systems: Mapping[str, System], scale: float) -> dict[str, System]:
    """``systems`` at ``scale``; one that the scale makes senseless is left out, and that is said.

    Sizes that fit together need not do so once they are halved and rounded, or where one of them
    is an embedding's. Nobody asked for those: a refusal is for settings as they are written.
    """
    found = {slug: scaled(system, scale) for slug, system in systems.items()}
    for slug, system in systems.items():
        wrong = "; ".join(system_complaints(found[slug]))
        if wrong and found[slug] != system:
            say(f"{slug}: not measured with hidden sizes times {scale:g}: {wrong}")
            del found[slug]
    return found


def invented_batch(point: Point, vocabularies: tuple[int, int]) -> Batch:
    """Random words, every sentence as long as the others."""
    shape = (point.sentences, point.length)
    sides = [torch.randint(len(SPECIAL_SYMBOLS), size, shape) for size in vocabularies]
    for side in sides:
        side[:, -1] = EOS
    lengths = torch.full((point.sentences,), point.length)
    return padded_batch(torch.arange(point.sentences), sides[0], lengths, sides[1], lengths)


@torch.inference_mode()
def _decoding(one: Updates, decoding: Decoding) -> float:
    """Seconds of translating the batch on the processor, which is where stages translate."""
    model, batch = one.model.cpu().eval(), one.batch
    settings = as_long_as_the_source(decoding)
    begin = time.perf_counter()
    search(model, batch.source.cpu(), batch.source_lengths.cpu(), settings)
    return time.perf_counter() - begin
