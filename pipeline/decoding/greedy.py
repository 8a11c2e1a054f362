"""Greedy search: the most probable token at every step."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import NamedTuple

import torch
from torch import Tensor

from pipeline.data.vocabulary import BOS, EOS
from pipeline.decoding.best_tokens import best_tokens
from pipeline.decoding.departure import worth_dropping
from pipeline.decoding.hypothesis import Hypothesis
from pipeline.decoding.limits import LengthLimits
from pipeline.decoding.trace import Trace
from pipeline.model.rows import select_rows
from pipeline.model.translation import TranslationModel


class _Open(NamedTuple):
    """The L sentences still in the batch; those done wait there for others to leave with."""

    sentence: Tensor  # [L]
    fewest: Tensor  # [L] words before the end may come
    most: Tensor  # [L] steps
    log_probability: Tensor  # [L]
    steps: Tensor  # [L] taken so far
    done: Tensor  # [L] bool

    def take(self, tokens: Tensor, log_probabilities: Tensor) -> _Open:
        """Every sentence that is not done takes its next token [L]."""
        steps = self.steps + ~self.done
        return self._replace(
            log_probability=self.log_probability.add(
                torch.where(self.done, torch.zeros_like(log_probabilities), log_probabilities)
            ),
            steps=steps,
            done=self.done | (tokens == EOS) | (steps == self.most),
        )


def greedy(
    model: TranslationModel,
    source: Tensor,
    lengths: Tensor,
    limits: LengthLimits,
    *,
    length_normalisation: float = 1.0,
    barred: Sequence[int] = (),
) -> list[Hypothesis]:
    """Translate source [B, S] (ids, padded), lengths [B]: one hypothesis a sentence, in order.

    The length normalisation changes nothing but the score that is reported. Raises Refusal where
    a source is empty or the model gives no numbers.
    """
    open_now = _opened(lengths, limits)
    memory = model.encode(source, lengths)
    state = model.start(memory)
    tokens = torch.full_like(open_now.sentence, BOS)
    trace = Trace(len(source))
    found: list[Hypothesis | None] = [None] * len(source)
    for step in count():
        state, features, weights = model.advance(state, memory, tokens[:, None])
        best = best_tokens(model.logits(features[:, 0]), 1, barred, open_now.fewest > step)
        tokens = best.tokens[:, 0]
        trace.add(best.tokens, torch.zeros_like(best.tokens), weights)
        open_now = open_now.take(tokens, best.log_probabilities[:, 0])
        kept = (~open_now.done).nonzero()[:, 0]
        if not worth_dropping(len(kept), len(tokens)):
            continue
        for sentence, total, steps in _done(open_now):
            path = trace.path(sentence, steps, 0, int(lengths[sentence]))
            found[sentence] = Hypothesis.along(path, total, length_normalisation)
        if not len(kept):
            return found
        open_now, state, memory, tokens = select_rows((open_now, state, memory, tokens), kept)
        trace.keep(open_now.sentence)


def _opened(lengths: Tensor, limits: LengthLimits) -> _Open:
    fewest, most = limits.steps(lengths)
    sentence = torch.arange(len(lengths), device=lengths.device)
    return _Open(
        sentence,
        fewest,
        most,
        log_probability=torch.zeros(len(lengths), device=lengths.device),
        steps=torch.zeros_like(sentence),
        done=torch.zeros_like(sentence, dtype=torch.bool),
    )


def _done(open_now: _Open) -> list[tuple[int, float, int]]:
    """Sentence, log-probability and steps of every sentence that is done."""
    done = open_now.done
    columns = (open_now.sentence, open_now.log_probability, open_now.steps)
    return list(zip(*(column[done].tolist() for column in columns), strict=True))
