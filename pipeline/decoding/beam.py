"""Beam search: several hypotheses side by side, the best of them by length-normalised score.

At every step the K best extensions of a sentence's live hypotheses are kept (K being the beam);
those that end give up their place and are set aside, as in the search of Bahdanau et al. The
search of a sentence stops when no live hypothesis can win any more (Huang, Zhao & Ma 2017, "When
to Finish?"), which with a length normalisation is later than the first finished hypothesis.

A finished hypothesis goes before one that the length limit cut off, whatever their scores: a model
caught in a loop is very sure of every repetition. Between hypotheses of a kind the score decides.
By that order the result is never below the greedy one, whose path always keeps a place, and a
beam of one is greedy search.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

import torch
from torch import Tensor

from pipeline.data.vocabulary import BOS
from pipeline.decoding.beams import Beams, extend, opened
from pipeline.decoding.best_tokens import best_tokens
from pipeline.decoding.departure import worth_dropping
from pipeline.decoding.hypothesis import Hypothesis
from pipeline.decoding.limits import LengthLimits
from pipeline.decoding.trace import Trace
from pipeline.model.rows import select_rows
from pipeline.model.translation import TranslationModel


def beam_search(
    model: TranslationModel,
    source: Tensor,
    lengths: Tensor,
    limits: LengthLimits,
    *,
    beam: int,
    length_normalisation: float = 1.0,
    barred: Sequence[int] = (),
) -> list[Hypothesis]:
    """Translate source [B, S] (ids, padded), lengths [B]: one hypothesis a sentence, in order.

    Raises Refusal where a source is empty or the model gives no numbers.
    """
    beams = opened(limits.steps(lengths), beam)
    memory = model.encode(source, lengths)
    state = model.start(memory)
    tokens = torch.full_like(lengths, BOS)  # [L * W]: of each sentence W beams side by side
    width = 1  # W: at first the one empty hypothesis, then as many as any sentence needs
    trace = Trace(len(source))
    found: list[Hypothesis | None] = [None] * len(source)
    for step in count(1):
        state, features, weights = model.advance(state, memory, tokens[:, None])
        too_short = (beams.fewest >= step).repeat_interleave(width)
        best = best_tokens(model.logits(features[:, 0]), beam, barred, too_short)
        beams, choice = extend(beams, best.by_sentence(len(beams.done)), step, length_normalisation)
        trace.add(choice.tokens, choice.parents, weights)
        first = torch.arange(0, len(tokens), width, device=tokens.device)  # [L] rows of beams 0
        parents = first[:, None] + choice.parents.clamp(max=width - 1)  # [L, K] rows
        needed = beams.needed()
        if worth_dropping(int((needed > 0).sum()), len(needed)):
            for sentence, total, steps, place in _done(beams):
                path = trace.path(sentence, steps, place, int(lengths[sentence]))
                found[sentence] = Hypothesis.along(path, total, length_normalisation)
            if not needed.any():
                return found
            kept = needed.nonzero()[:, 0]
            # The beams of a sentence share its memory: no other step touches it.
            memory, beams, choice, parents = select_rows((memory, beams, choice, parents), kept)
            trace.keep(beams.sentence)
        width = int(needed.max())
        state = select_rows(state, parents[:, :width].flatten())
        tokens = choice.tokens[:, :width].flatten()


def _done(beams: Beams) -> list[tuple[int, float, int, int]]:
    """Sentence, log-probability, steps and beam of the result of every sentence that is done."""
    columns = (beams.sentence, beams.best.log_probability, beams.best.steps, beams.best.beam)
    return list(zip(*(column[beams.done].tolist() for column in columns), strict=True))
