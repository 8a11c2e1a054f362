"""What the parts of a translation model hand to each other: named tuples of batch-first tensors.

Axis letters used in shapes throughout the room:

    B  sentences in the batch        H  hidden units of the decoder
    S  source positions, padded      D  size of the attended vectors
    T  target positions, padded      A  alignment units (or key size)
    E  embedding size                R  readout features
    L  layers                        V  target vocabulary
    N  rows: B, or B * K where a search has K beams a sentence, side by side

Every tensor has the batch as its first axis, so that beam search can reorder any of these tuples
without knowing what is in it (see :mod:`pipeline.model.rows`). The beams of a sentence share its
:class:`Memory`, which is never repeated for them.
"""

from __future__ import annotations

from typing import NamedTuple

from torch import Tensor


class LayerStates(NamedTuple):
    """The states of a stack of recurrent layers."""

    hidden: Tensor  # [N, L, H]
    cell: Tensor | None  # [N, L, H] of an LSTM, else None


class Encoded(NamedTuple):
    """What an encoder leaves behind, positions in the sentence's own order."""

    states: Tensor  # [B, S, D] annotations of every position, top layer
    embeddings: Tensor  # [B, S, E] source embeddings of every position
    forward_final: LayerStates  # [B, L, H] after the last word read
    backward_final: LayerStates | None  # [B, L, H] after the first word, of the backward reader


class Memory(NamedTuple):
    """What a decoder may look at; made once a sentence."""

    mask: Tensor  # [B, S] bool, True at real positions (end of sentence included)
    lengths: Tensor  # [B] real positions
    attended: Tensor | None  # [B, S, D] vectors that the weights average (values)
    keys: Tensor | None  # [B, S, A] vectors that the scores compare
    context: Tensor | None  # [B, D] the fixed context, where there is one
    start: LayerStates | None  # [B, L, H] the decoder's first states


class DecoderState(NamedTuple):
    """What a recurrent decoder carries from one step to the next."""

    layers: LayerStates
    fed: Tensor | None  # [N, R] the last attentional vector, with input feeding
    step: Tensor  # [N] target positions already fed


class Advance(NamedTuple):
    """The result of feeding T target words to a decoder."""

    state: tuple  # of the decoder, after the last of them
    features: Tensor  # [N, T, R] what the output layer reads
    weights: Tensor | None  # [N, T, S] attention, exactly 0 at padding


class Loss(NamedTuple):
    """Negative log-likelihood of a batch's target words under teacher forcing."""

    total: Tensor  # scalar, nats, summed over real target tokens (differentiable)
    tokens: int  # real target tokens, ends of sentence counted
    entropy: Tensor | None  # scalar, nats: mean entropy of the attention over real steps


class Forced(NamedTuple):
    """A target sentence scored under teacher forcing."""

    log_probabilities: Tensor  # [B, T] nats, 0 at padding
    weights: Tensor | None  # [B, T, S]
