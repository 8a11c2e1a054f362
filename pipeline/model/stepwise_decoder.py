"""The decoder that needs its own last result at every step: attention before the state, or feeding.

Bahdanau et al.'s order of one step:      s_{t-1} -> alpha_t -> c_t -> s_t, readout of s_{t-1}
Luong et al.'s with input feeding:        (s_{t-1}, h~_{t-1}) -> s_t -> alpha_t -> c_t -> h~_t
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

from pipeline.model.attention import Attention, MultiHeadAttention
from pipeline.model.interface import Advance, DecoderState, LayerStates, Memory
from pipeline.model.readout import Readout
from pipeline.model.recurrent import GatedStack, RecurrentStack
from pipeline.model.scores import AdditiveScore, DotScore
from pipeline.model.written_attend_first import StepWeights, unroll


class AttendFirstDecoder(nn.Module):
    """Bahdanau et al. (2014), A.2.2: the context of a step is found with the state before it."""

    def __init__(
        self,
        embedding: nn.Embedding,
        stack: RecurrentStack,
        attention: Attention | MultiHeadAttention,
        readout: Readout,
        dropout: float,
    ) -> None:
        super().__init__()
        self.embedding, self.stack = embedding, stack
        self.attention, self.readout = attention, readout
        self.dropout = nn.Dropout(dropout)

    def start(self, memory: Memory) -> DecoderState:
        return DecoderState(memory.start, None, torch.zeros_like(memory.lengths))

    def advance(self, state: DecoderState, memory: Memory, tokens: Tensor) -> Advance:
        """Feed tokens [N, T]; see :class:`Advance`."""
        words = self.dropout(self.embedding(tokens))  # [N, T, E]
        shared = len(tokens) > len(memory.lengths)
        written = torch.is_grad_enabled() and not shared and self._has_written_gradient()
        if tokens.shape[1] > 1 and written:
            unrolled, layers, step = self._unroll(state, memory, words)
        else:
            unrolled, layers, step = self._step_by_step(state, memory, words)
        states, contexts, weights = unrolled  # [N, T, H], [N, T, D], [N, T, S]
        features = self.readout(states, words, contexts)
        return Advance(DecoderState(layers, None, step), self.dropout(features), weights)

    def _step_by_step(self, state: DecoderState, memory: Memory, words: Tensor):
        """The equations as they stand, one step after the other."""
        layers, step = state.layers, state.step
        states, contexts, weights = [], [], []
        for word in words.unbind(1):
            before = layers.hidden[:, -1:]  # [N, 1, H] top layer, s_{t-1}
            context, weight = self.attention(before, step[:, None], memory)
            entering = torch.cat([word, context[:, 0]], dim=-1)
            _, layers = self.stack(entering[None], layers)
            states.append(before)
            contexts.append(context)
            weights.append(weight)
            step = step + 1
        joined = [torch.cat(parts, dim=1) for parts in (states, contexts, weights)]
        return joined, layers, step

    def _has_written_gradient(self) -> bool:
        """Whether the gradient of this combination is written out: see written_attend_first.py."""
        return (
            isinstance(self.stack, GatedStack)
            and len(self.stack.layers) == 1
            and isinstance(self.attention, Attention)
            and self.attention.window is None
            and isinstance(self.attention.score, AdditiveScore | DotScore)
            and not torch.is_autocast_enabled(self.embedding.weight.device.type)
        )

    def _unroll(self, state: DecoderState, memory: Memory, words: Tensor):
        """The same function over all steps, its gradient written out."""
        layer, score = self.stack.layers[0], self.attention.score
        word_weight, context_weight = layer.input_weight.split(
            [words.shape[-1], self.attention.context_size], dim=1
        )
        entering = nn.functional.linear(words.transpose(0, 1), word_weight, layer.bias)
        additive = isinstance(score, AdditiveScore)
        # A product is scaled on the keys' side, once a sentence instead of once a step.
        keys = memory.keys if additive else memory.keys * score.scale
        weights = StepWeights(
            score.state_weight if additive else None,
            score.energy_weight if additive else None,
            context_weight,
            layer.gate_weight,
            layer.candidate_weight,
        )
        states, contexts, attention = unroll(
            entering, state.layers.hidden[:, 0], keys, memory.attended, memory.mask, weights
        )
        joined = [part.transpose(0, 1) for part in (states[:-1], contexts, attention)]
        return joined, LayerStates(states[-1][:, None], None), state.step + words.shape[1]


class InputFeedingDecoder(nn.Module):
    """Luong et al. (2015), section 3.3: the attentional vector joins the next input."""

    def __init__(
        self,
        embedding: nn.Embedding,
        stack: RecurrentStack,
        attention: Attention | MultiHeadAttention,
        readout: Readout,
        dropout: float,
    ) -> None:
        super().__init__()
        self.embedding, self.stack = embedding, stack
        self.attention, self.readout = attention, readout
        self.dropout = nn.Dropout(dropout)

    def start(self, memory: Memory) -> DecoderState:
        fed = memory.attended.new_zeros(len(memory.lengths), self.readout.size)
        return DecoderState(memory.start, fed, torch.zeros_like(memory.lengths))

    def advance(self, state: DecoderState, memory: Memory, tokens: Tensor) -> Advance:
        """Feed tokens [N, T]; see :class:`Advance`."""
        layers, fed, step = state
        features, weights = [], []
        for word in self.dropout(self.embedding(tokens)).unbind(1):
            top, layers = self.stack(torch.cat([word, fed], dim=-1)[None], layers)
            context, weight = self.attention(top.transpose(0, 1), step[:, None], memory)
            feature = self.readout(top[0], word, context[:, 0])
            fed = self.dropout(feature)
            features.append(fed)
            weights.append(weight)
            step = step + 1
        return Advance(
            DecoderState(layers, fed, step), torch.stack(features, 1), torch.cat(weights, 1)
        )
