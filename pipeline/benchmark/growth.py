"""How time and memory grow with the source's length, the batch and the hidden size.

Sentences are invented, all of one length and the target as long as the source, so that nothing is
padded; weights are fresh, and every translation is forced to that length.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

import torch
from torch import Tensor

from pipeline.benchmark.memory import memory_of
from pipeline.benchmark.peak import wait_for
from pipeline.config.decoding import Decoding
from pipeline.config.system import System
from pipeline.config.training import Training
from pipeline.data.batch import Batch
from pipeline.data.vocabulary import EOS, SPECIAL_SYMBOLS
from pipeline.decoding.search import search
from pipeline.model.assembly import build_model
from pipeline.model.translation import TranslationModel
from pipeline.training.optimizer import ClippedUpdate, make_optimizer
from pipeline.training.parts import Parts, in_parts

LENGTHS = (10, 20, 40, 80, 160)
BATCHES = (4, 16, 64)
SCALES = (0.5, 1.0, 2.0)
"""Of every hidden size; embeddings and vocabularies stay."""
STEPS = 2
"""Updates that are timed after one that is not; the quicker counts."""


@dataclass(frozen=True)
class Point:
    """One place of a grid: tokens of each sentence (its end counted), sentences, scale."""

    length: int = 20
    sentences: int = 8
    scale: float = 1.0


GRIDS: dict[str, tuple[Point, ...]] = {
    "by_length": tuple(Point(length=length) for length in LENGTHS),
    "by_batch": tuple(Point(sentences=sentences) for sentences in BATCHES),
    "by_hidden": tuple(Point(scale=scale) for scale in SCALES),
}


def grids() -> Iterator[tuple[str, Point]]:
    """Every point with its grid's name, lengths first, should the time run out."""
    for name, points in GRIDS.items():
        for point in points:
            yield name, point


def grown(
    system: System,
    vocabularies: tuple[int, int],
    point: Point,
    training: Training,
    decoding: Decoding,
    device: torch.device,
) -> dict:
    """Measure ``system`` at ``point``: milliseconds, target tokens a second, MiB of a step."""
    torch.manual_seed(1)
    model = build_model(scaled(system, point.scale), *vocabularies).to(device)
    batch = Batch(*(part.to(device) for part in invented_batch(point, vocabularies)))
    seconds, memory = _step(model, batch, training, device)
    return {
        "source_length": point.length,
        "target_length": point.length,
        "sentences": point.sentences,
        "hidden": model.system.hidden,
        "step_ms": 1000 * seconds,
        "tokens_per_second": point.length * point.sentences / seconds,
        "memory_mib": memory,
        "decode_ms_per_sentence": 1000 * _decoding(model.cpu(), batch, decoding) / point.sentences,
    }


def scaled(system: System, scale: float) -> System:
    """``system`` with every hidden size times ``scale``."""
    names = ("hidden", "encoder_hidden", "attention_size", "readout_size")
    sizes = {name: max(1, round(getattr(system, name) * scale)) for name in names}
    return system.model_copy(update=sizes)


def invented_batch(point: Point, vocabularies: tuple[int, int]) -> Batch:
    """Random words, every sentence as long as the others."""
    shape = (point.sentences, point.length)
    sides = [torch.randint(len(SPECIAL_SYMBOLS), size, shape) for size in vocabularies]
    for side in sides:
        side[:, -1] = EOS
    lengths = torch.full((point.sentences,), point.length)
    return Batch(torch.arange(point.sentences), sides[0], lengths, sides[1], lengths)


def _step(
    model: TranslationModel, batch: Batch, training: Training, device: torch.device
) -> tuple[float, float | None]:
    """Seconds of one update, and its memory beyond weights and the optimiser's state."""
    optimizer = make_optimizer(training.optimizer, model.parameters(), training.learning_rate)
    update = ClippedUpdate(optimizer, training.clip_norm)
    seconds: list[float] = []

    def one(parts: Parts | None) -> None:
        wait_for(device)
        begin = time.perf_counter()
        loss = _loss_and_gradient(model, batch, training.label_smoothing, parts)
        update.apply(training.learning_rate, loss)
        optimizer.zero_grad(set_to_none=True)
        wait_for(device)
        seconds.append(time.perf_counter() - begin)

    with in_parts(model, training.precision, 1, device) as parts:
        one(parts)
        memory = memory_of(lambda: [one(parts) for _ in range(STEPS)], device)
    return min(seconds[1:]), memory


def _loss_and_gradient(
    model: TranslationModel, batch: Batch, smoothing: float, parts: Parts | None
) -> Tensor:
    """The summed loss, as training computes it without Lightning."""
    tokens = batch.target.numel()
    if parts is not None:
        return parts.loss_and_gradient(model, batch, smoothing, tokens)
    loss = model.loss(batch, smoothing).total
    (loss / tokens).backward()
    return loss


@torch.inference_mode()
def _decoding(model: TranslationModel, batch: Batch, decoding: Decoding) -> float:
    """Seconds of translating ``batch`` on the processor, which is where stages translate."""
    model.eval()
    exactly = {"min_length_ratio": 1.0, "max_length_ratio": 1.0}
    begin = time.perf_counter()
    settings = decoding.model_copy(update=exactly)
    search(model, batch.source.cpu(), batch.source_lengths.cpu(), settings)
    return time.perf_counter() - begin
