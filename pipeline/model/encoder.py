"""The recurrent encoder: one reader, or one in each direction (Bahdanau et al. 2014, A.2.1)."""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor, nn

from pipeline.model.interface import Encoded, LayerStates
from pipeline.model.recurrent import RecurrentStack, zero_states


def reversal(lengths: Tensor, positions: int, kept: int = 0) -> Tensor:
    """[B, S] index that turns each sentence round within its own length; padding stays in place.

    The last ``kept`` real positions stay where they are (an end of sentence that is not reversed).
    Applied twice it is the identity.
    """
    index = torch.arange(positions, device=lengths.device).expand(len(lengths), positions)
    turned = lengths[:, None] - 1 - kept - index
    return torch.where(turned >= 0, turned, index)


def take_positions(vectors: Tensor, index: Tensor) -> Tensor:
    """vectors [B, S, D] with positions taken by index [B, S]."""
    return vectors.gather(1, index[:, :, None].expand(-1, -1, vectors.shape[-1]))


class RecurrentEncoder(nn.Module):
    """Reads the source; the annotation of a position is [forward ; backward] (eq. 7).

    Padding never enters a state: a backward reader starts at the sentence's last real position,
    and final states are taken at the last real position of each reader.
    """

    def __init__(
        self,
        vocabulary: int,
        embedding: int,
        hidden: int,
        layers: int,
        bidirectional: bool,
        reverse_source: bool,
        dropout: float,
        make_stack: Callable[[int, int, int], RecurrentStack],
    ) -> None:
        super().__init__()
        self.hidden, self.reverse_source = hidden, reverse_source
        self.embedding = nn.Embedding(vocabulary, embedding)
        self.dropout = nn.Dropout(dropout)
        # A single-layer stack for each layer and direction: a layer reads both of the one below.
        width = hidden * (2 if bidirectional else 1)
        sizes = [embedding] + [width] * (layers - 1)
        self.forward_layers = nn.ModuleList(make_stack(size, hidden, 1) for size in sizes)
        self.backward_layers = (
            nn.ModuleList(make_stack(size, hidden, 1) for size in sizes) if bidirectional else None
        )

    def forward(self, source: Tensor, lengths: Tensor) -> Encoded:
        """source [B, S] ids, padded after each sentence's end; lengths [B]."""
        order = reversal(lengths, source.shape[1], kept=1) if self.reverse_source else None
        read = source if order is None else source.gather(1, order)
        embeddings = self.dropout(self.embedding(read))  # [B, S, E]
        states, forward_final, backward_final = self._read(embeddings, lengths)
        if order is not None:
            states, embeddings = (take_positions(v, order) for v in (states, embeddings))
        return Encoded(states, embeddings, forward_final, backward_final)

    def _read(self, vectors: Tensor, lengths: Tensor):
        turn = reversal(lengths, vectors.shape[1])
        forward_final, backward_final = [], []
        for number, layer in enumerate(self.forward_layers):
            if number:  # between layers, as in the stacks of a decoder
                vectors = self.dropout(vectors)
            outputs, final = self._run(layer, vectors, lengths)
            forward_final.append(final)
            if self.backward_layers is not None:
                turned = take_positions(vectors, turn)
                backward, final = self._run(self.backward_layers[number], turned, lengths)
                backward_final.append(final)
                outputs = torch.cat([outputs, take_positions(backward, turn)], dim=-1)
            vectors = outputs
        return vectors, _stacked(forward_final), _stacked(backward_final)

    def _run(self, stack: RecurrentStack, vectors: Tensor, lengths: Tensor):
        """One layer in one direction: vectors [B, S, I] to states [B, S, H] and the final state."""
        start = zero_states(stack, len(lengths), 1, self.hidden, vectors)
        outputs, cell = stack.read(vectors.transpose(0, 1).contiguous(), start, lengths)
        outputs = outputs.transpose(0, 1)
        last = (lengths - 1)[:, None, None].expand(-1, 1, self.hidden)
        return outputs, LayerStates(outputs.gather(1, last).squeeze(1), cell)


def _stacked(finals: list[LayerStates]) -> LayerStates | None:
    """States of single layers [B, H] as one stack [B, L, H]; None where there are none."""
    if not finals:
        return None
    hidden = torch.stack([final.hidden for final in finals], dim=1)
    has_cell = finals[0].cell is not None
    return LayerStates(
        hidden, torch.stack([final.cell for final in finals], dim=1) if has_cell else None
    )
