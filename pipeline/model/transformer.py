"""A Transformer from PyTorch's own layers (Vaswani et al. 2017), normalised before sublayers."""

from __future__ import annotations

import math
from typing import NamedTuple

import torch
from torch import Tensor, nn

from pipeline.config.system import System
from pipeline.model.interface import Advance
from pipeline.model.kept_attention import KeysValues, SelfAttention, SourceAttention
from pipeline.model.output_loss import OutputLayer
from pipeline.model.rows import by_row, by_sentence
from pipeline.model.translation import TranslationModel, refuse_empty


class SourceMemory(NamedTuple):
    """What the decoder may look at; made once a sentence, as a recurrent model's Memory is."""

    mask: Tensor  # [B, S] bool, True at real positions (end of sentence included)
    lengths: Tensor  # [B] real positions
    attended: Tensor  # [B, S, E] the encoder's states
    layers: tuple[KeysValues, ...]  # of every decoder layer, made of these states


class PrefixState(NamedTuple):
    """The t target positions read so far."""

    layers: tuple[KeysValues, ...]  # of every decoder layer


class DecoderLayer(nn.Module):
    """Masked self-attention, attention to the source, feed-forward; gives its source weights."""

    def __init__(self, size: int, heads: int, hidden: int, dropout: float) -> None:
        super().__init__()
        self.self_attention = SelfAttention(size, heads, dropout)
        self.source_attention = SourceAttention(size, heads, dropout)
        self.feed_forward = nn.Sequential(
            nn.Linear(size, hidden), nn.ReLU(), nn.Dropout(dropout), nn.Linear(hidden, size)
        )
        self.norms = nn.ModuleList(nn.LayerNorm(size) for _ in range(3))
        self.dropout = nn.Dropout(dropout)

    def forward(
        self, new: Tensor, earlier: KeysValues, allowed: Tensor, source: KeysValues, padding: Tensor
    ) -> tuple[Tensor, Tensor, KeysValues]:
        """new [N, T, E] positions after t ``earlier``, allowed [T, t + T], padding [B, S] bool.

        Returns [N, T, E], the weights [N, T, S], and what is kept of all t + T positions.
        """
        mixed, read = self.self_attention(self.norms[0](new), earlier, allowed)
        new = new + self.dropout(mixed)
        asking = by_sentence(self.norms[1](new), len(padding))
        mixed, weights = self.source_attention(asking, source, padding)
        mixed, weights = (by_row(part, len(new)) for part in (mixed, weights))
        new = new + self.dropout(mixed)
        return new + self.dropout(self.feed_forward(self.norms[2](new))), weights, read


class TransformerModel(TranslationModel):
    """Encoder and decoder of ``layers`` layers; embedding E is the model's width throughout.

    The weights shown are those of the last decoder layer to the source, the mean over heads.
    """

    attends = True

    def __init__(self, system: System, source_vocabulary: int, target_vocabulary: int) -> None:
        super().__init__()
        self.system, self.alignment_shift = system, system.alignment_shift
        size, heads, dropout = system.embedding, system.attention_heads, system.dropout
        self.source_embedding = nn.Embedding(source_vocabulary, size)
        self.target_embedding = nn.Embedding(target_vocabulary, size)
        self.dropout = nn.Dropout(dropout)
        layer = nn.TransformerEncoderLayer(
            size, heads, system.hidden, dropout, batch_first=True, norm_first=True
        )
        self.encoder = nn.TransformerEncoder(
            layer, system.layers, nn.LayerNorm(size), enable_nested_tensor=False
        )
        self.decoder_layers = nn.ModuleList(
            DecoderLayer(size, heads, system.hidden, dropout) for _ in range(system.layers)
        )
        self.decoder_norm = nn.LayerNorm(size)
        self.output = OutputLayer(size, target_vocabulary)

    def encode(self, source: Tensor, lengths: Tensor) -> SourceMemory:
        refuse_empty(lengths)
        mask = torch.arange(source.shape[1], device=source.device) < lengths[:, None]
        read = source
        if self.system.reverse_source:
            from pipeline.model.encoder import reversal, take_positions

            order = reversal(lengths, source.shape[1], kept=1)
            read = source.gather(1, order)
        vectors = self._embed(self.source_embedding, read, 0)
        states = self.encoder(vectors, src_key_padding_mask=~mask)
        if self.system.reverse_source:
            states = take_positions(states, order)
        prepared = [layer.source_attention.prepare(states) for layer in self.decoder_layers]
        return SourceMemory(mask, lengths, states, tuple(prepared))

    def start(self, memory: SourceMemory) -> PrefixState:
        return PrefixState(tuple(kept.none_of_it() for kept in memory.layers))

    def advance(self, state: PrefixState, memory: SourceMemory, tokens: Tensor) -> Advance:
        earlier, count = state.layers[0].keys.shape[2], tokens.shape[1]
        new = self._embed(self.target_embedding, tokens, earlier)
        positions = torch.arange(earlier + count, device=tokens.device)
        allowed = positions <= positions[earlier:, None]  # [T, t + T]: never what is to come
        padding, kept, weights = ~memory.mask, [], None
        for layer, before, source in zip(
            self.decoder_layers, state.layers, memory.layers, strict=True
        ):
            new, weights, read = layer(new, before, allowed, source, padding)
            kept.append(read)
        return Advance(PrefixState(tuple(kept)), self.decoder_norm(new), weights)

    def describe(self) -> str:
        from pipeline.model.diagram import transformer_diagram

        return transformer_diagram(self)

    def _embed(self, embedding: nn.Embedding, tokens: Tensor, first: int) -> Tensor:
        """Word embeddings times sqrt(E), plus sinusoids of the positions from ``first`` on."""
        vectors = embedding(tokens) * math.sqrt(embedding.embedding_dim)
        places = torch.arange(first, first + tokens.shape[1], device=tokens.device)
        return self.dropout(vectors + sinusoids(places, vectors.shape[-1]).to(vectors.dtype))


def sinusoids(places: Tensor, size: int) -> Tensor:
    """[T, E]: sines and cosines of positions at geometric wavelengths, Vaswani et al., 3.5."""
    rates = torch.exp(
        torch.arange(0, size, 2, device=places.device, dtype=torch.float64)
        * (-math.log(10_000.0) / size)
    )
    angles = places[:, None] * rates
    return torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(1)[:, :size]
