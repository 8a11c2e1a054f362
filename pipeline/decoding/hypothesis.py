"""A hypothesis: one translation that a search proposes, and how it is scored."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
import torch
from torch import Tensor

from pipeline.data.vocabulary import EOS
from pipeline.decoding.trace import Path
from pipeline.refusal import Refusal

Number = TypeVar("Number", float, Tensor)


@dataclass(frozen=True, eq=False)
class Hypothesis:
    """A translation as the model's own symbols.

    A search cut off at the length limit still has its hypothesis, scored like any other; only its
    ``finished`` is False and it has no step for the end of sentence.
    """

    tokens: list[int]
    """Target ids, the end of sentence left out."""
    finished: bool
    """Whether the model ended the sentence itself."""
    log_probability: float
    """Sum over the steps in nats; symbols that were barred keep their share of the probability."""
    score: float
    """The log-probability, length-normalised; see :func:`normalised`."""
    weights: np.ndarray | None
    """[steps, S] attention as the model gave it at each step (step of the end included), over the
    source's own positions (its end included); None for a model without attention."""

    @classmethod
    def along(cls, path: Path, log_probability: float, length_normalisation: float) -> Hypothesis:
        """Return what a search found along ``path``, whose last token may be the end.

        Raises Refusal where the log-probability is not a number.
        """
        if not math.isfinite(log_probability):
            raise Refusal(
                f"a translation has the log-probability {log_probability}: the model's parameters "
                "are not sound (a training that diverged leaves such); train it again with a lower "
                "training.learning_rate"
            )
        steps = len(path.tokens)
        finished = path.tokens[-1] == EOS
        return cls(
            tokens=path.tokens[: steps - finished],
            finished=finished,
            log_probability=log_probability,
            score=normalised(log_probability, steps, length_normalisation),
            weights=path.weights,
        )

    def plain(self) -> tuple:
        """Return the fields as plain values and a tensor."""
        weights = None if self.weights is None else torch.from_numpy(self.weights)
        return self.tokens, self.finished, self.log_probability, self.score, weights

    @classmethod
    def from_plain(
        cls, tokens: list[int], finished: bool, total: float, score: float, weights: Tensor | None
    ) -> Hypothesis:
        """Return the hypothesis whose :meth:`plain` fields these are."""
        return cls(tokens, finished, total, score, None if weights is None else weights.numpy())


def normalised(log_probability: Number, steps: int | Tensor, exponent: float) -> Number:
    """Divide a log-probability by ``steps ** exponent``; the end of sentence counts as a step.

    An exponent of 1 is the mean over the steps, as in the code of Bahdanau et al.; 0 leaves the
    log-probability as it is and so favours short translations.
    """
    return log_probability / steps**exponent
