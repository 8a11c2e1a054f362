"""The decoder whose recurrence does not wait for its attention: all known target steps at once.

Two kinds: the fixed context (Cho et al. 2014, Sutskever et al. 2014; RNNencdec), and Luong et al.'s
(2015) global and local attention without input feeding.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

from pipeline.model.attention import Attention, MultiHeadAttention
from pipeline.model.interface import Advance, DecoderState, Memory
from pipeline.model.readout import Readout
from pipeline.model.recurrent import RecurrentStack
from pipeline.model.rows import by_row


class WholeTargetDecoder(nn.Module):
    """States of all steps in one call; then attention, readout as products over all steps."""

    def __init__(
        self,
        embedding: nn.Embedding,
        stack: RecurrentStack,
        attention: Attention | MultiHeadAttention | None,
        readout: Readout,
        dropout: float,
        reads_state_before: bool,
    ) -> None:
        """``reads_state_before``: the readout takes s_{t-1} (Bahdanau's order), else s_t."""
        super().__init__()
        self.embedding, self.stack = embedding, stack
        self.attention, self.readout = attention, readout
        self.dropout, self.reads_state_before = nn.Dropout(dropout), reads_state_before

    def start(self, memory: Memory) -> DecoderState:
        return DecoderState(memory.start, None, torch.zeros_like(memory.lengths))

    def advance(self, state: DecoderState, memory: Memory, tokens: Tensor) -> Advance:
        """Feed tokens [N, T]; see :class:`Advance`."""
        words = self.dropout(self.embedding(tokens))  # [N, T, E]
        fixed = memory.context
        if fixed is not None:
            each = tokens.numel() // len(fixed)
            fixed = by_row(fixed[:, None].expand(-1, each, -1), len(tokens))  # [N, T, D]
        entering = words if fixed is None else torch.cat([words, fixed], dim=-1)
        tops, layers = self.stack(entering.transpose(0, 1).contiguous(), state.layers)
        states = tops.transpose(0, 1)  # [B, T, H]
        if self.reads_state_before:
            states = torch.cat([state.layers.hidden[:, -1:], states[:, :-1]], dim=1)
        steps = state.step[:, None] + torch.arange(words.shape[1], device=words.device)
        contexts, weights = fixed, None
        if self.attention is not None:
            contexts, weights = self.attention(states, steps, memory)
        features = self.dropout(self.readout(states, words, contexts))
        return Advance(DecoderState(layers, None, state.step + words.shape[1]), features, weights)
