"""Models whose every probability is known: they obey the interface of a translation model.

Each gives next-token probabilities as a plain function of the source and of the words so far, and
attention that is a fingerprint of the same: any mix-up of beams or sentences changes both. Axis
letters: B batch, S source length, T target length, V vocabulary.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import cache
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

from pipeline.data.vocabulary import BOS, EOS, PAD
from pipeline.model.interface import Advance, Forced

A, B, C, D = range(4, 8)
"""Four target words."""
VOCABULARY = 8

Prefix = tuple[int, ...]
Distribution = Callable[[Prefix, Prefix], list[float]]
"""Source words and target words so far (no ends of sentence) to V log-probabilities."""


class SourceMemory(NamedTuple):
    source: Tensor  # [B, S]
    lengths: Tensor  # [B]


class PrefixState(NamedTuple):
    prefix: Tensor  # [B, t] tokens fed so far, BOS first


class PrefixModel(nn.Module):
    """Looks every distribution up by the source and the whole prefix; slow, and never wrong."""

    attends = True
    alignment_shift = 0

    def __init__(self, distribution: Distribution) -> None:
        super().__init__()
        self.distribution = distribution
        self.rows_advanced: list[int] = []

    def encode(self, source: Tensor, lengths: Tensor) -> SourceMemory:
        return SourceMemory(source, lengths)

    def start(self, memory: SourceMemory) -> PrefixState:
        return PrefixState(memory.source[:, :0])

    def advance(self, state: PrefixState, memory: SourceMemory, tokens: Tensor) -> Advance:
        self.rows_advanced.append(len(tokens))
        features, weights = [], []
        lengths = memory.lengths.tolist()
        beams = len(tokens) // len(lengths)  # of a sentence, side by side
        sources = [
            tuple(row[: length - 1].tolist())
            for row, length in zip(memory.source, lengths, strict=True)
            for _ in range(beams)
        ]
        for token in tokens.unbind(1):
            state = PrefixState(torch.cat([state.prefix, token[:, None]], 1))
            prefixes = [tuple(prefix[1:].tolist()) for prefix in state.prefix]
            asked = list(zip(sources, prefixes, strict=True))
            features.append(torch.tensor([self.distribution(*each) for each in asked]))
            width = memory.source.shape[1]
            weights.append(torch.stack([_padded(fingerprint(*each), width) for each in asked]))
        return Advance(state, torch.stack(features, 1), torch.stack(weights, 1))

    def logits(self, features: Tensor) -> Tensor:
        return features

    def forced(
        self, source: Tensor, source_lengths: Tensor, target: Tensor, target_lengths: Tensor
    ) -> Forced:
        memory = self.encode(source, source_lengths)
        shifted = torch.cat([torch.full_like(target[:, :1], BOS), target[:, :-1]], 1)
        step = self.advance(self.start(memory), memory, shifted)
        scored = step.features.log_softmax(-1).gather(2, target[:, :, None])[:, :, 0]
        return Forced(scored.masked_fill(target == PAD, 0.0), step.weights)


@cache
def fingerprint(source: Prefix, prefix: Prefix) -> np.ndarray:
    """Weights [S] (end of sentence included) that no other source and prefix have."""
    generator = np.random.default_rng([len(source), *source, len(prefix), *prefix])
    weights = generator.random(len(source) + 1).astype(np.float32)
    return weights / weights.sum()


def _padded(weights: np.ndarray, width: int) -> Tensor:
    return torch.from_numpy(np.pad(weights, (0, width - len(weights))))


def scattered(sharpness: float = 2.0, end: float = 0.0) -> Distribution:
    """Normally distributed logits, drawn anew for every source and prefix; ``end`` is added to
    the end of sentence's."""

    @cache
    def distribution(source: Prefix, prefix: Prefix) -> list[float]:
        generator = np.random.default_rng([1, len(source), *source, len(prefix), *prefix])
        logits = generator.normal(scale=sharpness, size=VOCABULARY)
        logits[EOS] += end
        return list(logits - np.log(np.exp(logits).sum()))

    return distribution


def tabled(table: Mapping[Prefix, Mapping[int, float]]) -> Distribution:
    """Probabilities by prefix, whatever the source; a prefix that is not listed ends for sure."""

    def distribution(source: Prefix, prefix: Prefix) -> list[float]:
        probabilities = table.get(prefix, {EOS: 1.0})
        return [math.log(max(probabilities.get(token, 0.0), 1e-30)) for token in range(VOCABULARY)]

    return distribution


def padded_sources(sentences: list[list[int]]) -> tuple[Tensor, Tensor]:
    """Sentences without their ends to source [B, S] ending in EOS and padded, and lengths [B]."""
    ids = [torch.tensor([*sentence, EOS]) for sentence in sentences]
    source = nn.utils.rnn.pad_sequence(ids, batch_first=True, padding_value=PAD)
    return source, torch.tensor([len(sentence) for sentence in ids])
