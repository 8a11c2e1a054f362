"""Models whose use of the source is known exactly, built by hand."""

from __future__ import annotations

from types import SimpleNamespace

import torch
from torch import Tensor, nn

from pipeline.model.interface import Advance, Encoded, Memory
from pipeline.model.output_loss import OutputLayer
from pipeline.model.translation import TranslationModel

SOURCE_VOCABULARY, TARGET_VOCABULARY, SIZE = 14, 14, 6


class MixingEncoder(nn.Module):
    """Annotations are the embedding plus ``mixed`` times the embedding of the word before."""

    def __init__(self, mixed: float) -> None:
        super().__init__()
        self.embedding = nn.Embedding(SOURCE_VOCABULARY, SIZE)
        self.mixed = mixed

    def forward(self, source: Tensor, lengths: Tensor) -> Encoded:
        vectors = self.embedding(source)
        before = torch.cat([torch.zeros_like(vectors[:, :1]), vectors[:, :-1]], dim=1)
        return Encoded(vectors + self.mixed * before, vectors, None, None)


class KnownModel(TranslationModel):
    """Output t reads sum_s shares[t, s] E x_s, whatever its attention says; float64.

    ``shares(T, S)`` gives that table; ``shown(T, S)`` the attention weights, None for none.
    """

    alignment_shift = 0

    def __init__(self, shares, shown=None, mixed: float = 0.0) -> None:
        super().__init__()
        self.system = SimpleNamespace(reverse_source=False, max_words=None)
        self.shares, self.shown, self.attends = shares, shown, shown is not None
        self.encoder = MixingEncoder(mixed)
        self.output = OutputLayer(SIZE, TARGET_VOCABULARY)
        generator = torch.Generator().manual_seed(3)
        with torch.no_grad():
            for parameter in self.double().parameters():
                parameter.normal_(0, 0.7, generator=generator)
            # What reads nothing finds all words equally likely.
            self.output.bias.zero_()
        self.eval()

    def encode(self, source: Tensor, lengths: Tensor) -> Memory:
        vectors = self.encoder(source, lengths).embeddings
        mask = torch.arange(source.shape[1]) < lengths[:, None]
        return Memory(mask, lengths, vectors, None, None, None)

    def start(self, memory: Memory) -> tuple:
        return ()

    def advance(self, state: tuple, memory: Memory, tokens: Tensor) -> Advance:
        batch, steps = tokens.shape
        size = memory.attended.shape[1]
        features = self.shares(steps, size).double() @ memory.attended  # [B, T, R]
        weights = self.shown(steps, size).double().expand(batch, -1, -1) if self.shown else None
        return Advance(state, features, weights)

    def describe(self) -> str:
        return "a model made by hand"


def alone(position):
    """All on one source word: ``position(t)``, the last word where it is beyond."""

    def table(steps: int, size: int) -> Tensor:
        shares = torch.zeros(steps, size)
        for t in range(steps):
            shares[t, min(position(t), size - 1)] = 1.0
        return shares

    return table


def fading(factor: float):
    """A word counts ``factor`` to the power of its distance from the last one."""
    return lambda steps, size: (
        factor ** torch.arange(size - 1, -1, -1, dtype=torch.float64)
    ).expand(steps, -1)


def even(steps: int, size: int) -> Tensor:
    """Every word the same."""
    return torch.full((steps, size), 1.0 / size)


def nothing(steps: int, size: int) -> Tensor:
    """No word at all."""
    return torch.zeros(steps, size)
