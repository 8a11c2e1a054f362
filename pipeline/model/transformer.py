"""A Transformer from PyTorch's own layers (Vaswani et al. 2017), normalised before sublayers."""

from __future__ import annotations

import math
from typing import NamedTuple

import torch
from torch import Tensor, nn

from pipeline.config.system import System
from pipeline.model.interface import Advance, Memory
from pipeline.model.output_loss import OutputLayer
from pipeline.model.rows import by_row, by_sentence
from pipeline.model.translation import TranslationModel, refuse_empty


class PrefixState(NamedTuple):
    """The target read so far."""

    inputs: Tensor  # [N, t, L, E] what entered each layer at every earlier position


class DecoderLayer(nn.Module):
    """Masked self-attention, attention to the source, feed-forward; gives its source weights."""

    def __init__(self, size: int, heads: int, hidden: int, dropout: float) -> None:
        super().__init__()
        self.self_attention = nn.MultiheadAttention(size, heads, dropout, batch_first=True)
        self.source_attention = nn.MultiheadAttention(size, heads, dropout, batch_first=True)
        self.feed_forward = nn.Sequential(
            nn.Linear(size, hidden), nn.ReLU(), nn.Dropout(dropout), nn.Linear(hidden, size)
        )
        self.norms = nn.ModuleList(nn.LayerNorm(size) for _ in range(3))
        self.dropout = nn.Dropout(dropout)

    def forward(self, new: Tensor, read: Tensor, future: Tensor, memory: Memory):
        """new [N, T, E] positions, read [N, t + T, E] all so far, future [T, t + T] bool barred."""
        earlier = self.norms[0](read)
        mixed, _ = self.self_attention(
            earlier[:, -new.shape[1] :], earlier, earlier, attn_mask=future, need_weights=False
        )
        new = new + self.dropout(mixed)
        asking = by_sentence(self.norms[1](new), len(memory.lengths))
        mixed, weights = self.source_attention(
            asking, memory.attended, memory.attended, key_padding_mask=~memory.mask
        )
        mixed, weights = (by_row(part, len(new)) for part in (mixed, weights))
        new = new + self.dropout(mixed)
        return new + self.dropout(self.feed_forward(self.norms[2](new))), weights


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

    def encode(self, source: Tensor, lengths: Tensor) -> Memory:
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
        return Memory(mask, lengths, states, None, None, None)

    def start(self, memory: Memory) -> PrefixState:
        batch, _, size = memory.attended.shape
        return PrefixState(memory.attended.new_zeros(batch, 0, self.system.layers, size))

    def advance(self, state: PrefixState, memory: Memory, tokens: Tensor) -> Advance:
        earlier, count = state.inputs.shape[1], tokens.shape[1]
        new = self._embed(self.target_embedding, tokens, earlier)
        positions = torch.arange(earlier + count, device=tokens.device)
        future = positions > positions[earlier:, None]  # [T, t + T]
        entered, weights = [], None
        for number, layer in enumerate(self.decoder_layers):
            entered.append(new)
            read = torch.cat([state.inputs[:, :, number], new], dim=1)
            new, weights = layer(new, read, future, memory)
        inputs = torch.cat([state.inputs, torch.stack(entered, dim=2)], dim=1)
        return Advance(PrefixState(inputs), self.decoder_norm(new), weights)

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
