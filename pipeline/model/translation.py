"""A translation model: what training, search, alignment and probes may ask of any system."""

from __future__ import annotations

from abc import abstractmethod

import torch
from torch import Tensor, nn

from pipeline.data.batch import Batch
from pipeline.data.vocabulary import BOS
from pipeline.model.interface import Advance, Forced, Loss, Memory
from pipeline.model.output_loss import BLOCK, OutputLayer
from pipeline.refusal import Refusal


class TranslationModel(nn.Module):
    """p(y | x) as a product over target words; one ``advance`` serves training and every search."""

    attends: bool
    """Whether ``advance`` returns attention weights."""

    alignment_shift: int
    """Whose the weights at step t are: 0, of the word predicted, y_t; 1, of the word read, y_{t-1}.

    A setting of the system. Luong's code has 1; trained where the right alignment is known, every
    score in Luong's order looks at the source of y_t (tests/model/test_attends.py).
    """

    output: OutputLayer

    @abstractmethod
    def encode(self, source: Tensor, lengths: Tensor) -> Memory:
        """source [B, S] ids ending in the end of sentence and padded; lengths [B] (with it).

        Raises Refusal where a source is empty.
        """

    @abstractmethod
    def start(self, memory: Memory) -> tuple:
        """The decoder's state before the first target word; the same in training and search."""

    @abstractmethod
    def advance(self, state: tuple, memory: Memory, tokens: Tensor) -> Advance:
        """Feed target tokens [N, T], the first of a sentence being BOS; see :class:`Advance`.

        ``state`` has N rows; N is the number B of sentences in ``memory`` or, in a search, a
        multiple of it, the beams of a sentence side by side.
        """

    @abstractmethod
    def describe(self) -> str:
        """A diagram of the system's sizes, to be printed with a run."""

    def logits(self, features: Tensor) -> Tensor:
        """features [..., R] to scores before the softmax, [..., V]."""
        return self.output(features)

    def parameter_count(self) -> int:
        return sum(parameter.numel() for parameter in self.parameters())

    def teacher_forced(self, source: Tensor, source_lengths: Tensor, target: Tensor) -> Advance:
        """Every target word predicted from the right words before it; target [B, T] ends in EOS."""
        memory = self.encode(source, source_lengths)
        shifted = torch.cat([torch.full_like(target[:, :1], BOS), target[:, :-1]], dim=1)
        return self.advance(self.start(memory), memory, shifted)

    def loss(self, batch: Batch, label_smoothing: float = 0.0) -> Loss:
        """The summed negative log-likelihood of a batch, in nats, and how many tokens it is of."""
        forced = self.teacher_forced(batch.source, batch.source_lengths, batch.target)
        targets, features = (
            side.flatten(0, 1).index_select(0, batch.real)
            for side in (batch.target[..., None], forced.features)
        )
        total = self.output.loss(features, targets[:, 0], label_smoothing)
        entropy = None
        if forced.weights is not None:
            weights = forced.weights.detach().flatten(0, 1).index_select(0, batch.real)
            entropy = torch.special.entr(weights).sum(-1).mean()
        return Loss(total, len(targets), entropy)

    def forced(
        self, source: Tensor, source_lengths: Tensor, target: Tensor, target_lengths: Tensor
    ) -> Forced:
        """Log-probabilities [B, T] of given targets in nats, and their attention."""
        result = self.teacher_forced(source, source_lengths, target)
        positions = torch.arange(target.shape[1], device=target.device)
        real = positions < target_lengths[:, None]
        scored = [
            self.logits(features).log_softmax(-1).gather(1, words[:, None])[:, 0]
            for features, words in zip(
                result.features[real].split(BLOCK), target[real].split(BLOCK), strict=True
            )
        ]
        log_probabilities = result.features.new_zeros(target.shape)
        log_probabilities[real] = torch.cat(scored).to(log_probabilities.dtype)
        return Forced(log_probabilities, result.weights)


def refuse_empty(lengths: Tensor) -> None:
    """An empty source would make the softmax over its positions NaN; lengths [B]."""
    # Asked on the processor only: an accelerator would have to stop and answer at every step.
    if lengths.device.type == "cpu" and int(lengths.min()) < 1:
        row = int(lengths.argmin())
        raise Refusal(f"source sentence {row} of the batch is empty; it needs at least one token")
