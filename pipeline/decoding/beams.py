"""The beams of a batch of sentences, and how one step changes them: nothing here knows a model."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor

from pipeline.data.vocabulary import EOS
from pipeline.decoding.best_tokens import BestTokens
from pipeline.decoding.hypothesis import normalised
from pipeline.decoding.limits import StepLimits


class Best(NamedTuple):
    """The best finished hypothesis of each of L sentences so far."""

    score: Tensor  # [L] length-normalised; -inf: none yet
    log_probability: Tensor  # [L]
    steps: Tensor  # [L] the end of sentence counted
    beam: Tensor  # [L] where it stood after those steps


class Beams(NamedTuple):
    """The search over L sentences with K beams each."""

    sentence: Tensor  # [L] its place in the batch
    fewest: Tensor  # [L] words before the end of sentence may come
    most: Tensor  # [L] steps
    log_probability: Tensor  # [L, K] of live hypotheses; -inf where there is none
    places: Tensor  # [L] beams not yet taken by a finished hypothesis
    greedy: Tensor  # [L] the beam that holds the greedy path, -1 once that has ended
    best: Best
    done: Tensor  # [L] bool


class Choice(NamedTuple):
    """What each beam became at a step."""

    tokens: Tensor  # [L, K]
    parents: Tensor  # [L, K] the beam before the step


def opened(limits: StepLimits, beams: int) -> Beams:
    """One live, empty hypothesis a sentence, in beam 0."""
    sentence = torch.arange(len(limits.most), device=limits.most.device)
    nothing = torch.full((len(sentence),), -torch.inf, device=sentence.device)
    log_probability = nothing[:, None].repeat(1, beams)
    log_probability[:, 0] = 0.0
    zeros = torch.zeros_like(sentence)
    return Beams(
        sentence,
        *limits,
        log_probability,
        places=zeros + beams,
        greedy=zeros,
        best=Best(nothing, nothing, zeros, zeros),
        done=torch.zeros_like(sentence, dtype=torch.bool),
    )


def extend(
    beams: Beams, next_tokens: BestTokens, steps: int, exponent: float
) -> tuple[Beams, Choice]:
    """Take one step: the best extensions of all beams of a sentence become its beams.

    ``next_tokens`` are the N best of each of the L * K beams, ``steps`` the step's number from 1.
    Returns the Beams after it and the :class:`Choice` that was made.
    """
    sentences, width = beams.log_probability.shape
    per_beam = next_tokens.log_probabilities.view(sentences, width, -1)
    totals = (beams.log_probability[:, :, None] + per_beam).flatten(1)  # [L, K * N]
    extensions = per_beam.shape[2]
    order, greedy_at = _chosen(beams, totals, extensions)
    tokens = next_tokens.tokens.view(sentences, -1).gather(1, order)  # [L, K]
    open_place = torch.arange(width, device=order.device) < beams.places[:, None]
    total = totals.gather(1, order).masked_fill(~open_place, -torch.inf)
    ended = (tokens == EOS) & (total > -torch.inf)
    greedy_ended = ended.gather(1, greedy_at.clamp(min=0)[:, None])[:, 0]
    after = beams._replace(
        log_probability=total.masked_fill(ended, -torch.inf),
        places=beams.places - ended.sum(1),
        greedy=greedy_at.masked_fill(greedy_ended, -1),
        best=_better(beams.best, total.masked_fill(~ended, -torch.inf), steps, exponent),
    )
    return _concluded(after, steps, exponent), Choice(tokens, order // extensions)


def _chosen(beams: Beams, totals: Tensor, extensions: int) -> tuple[Tensor, Tensor]:
    """The extensions [L, K] that go on, and the beam [L] where the greedy path now stands.

    The best of all, of equal ones that of the earlier beam and the lower token. Where the greedy
    path would fall out it takes the last place: so a beam never ends below greedy search.
    """
    width = beams.log_probability.shape[1]
    order = totals.sort(dim=1, descending=True, stable=True).indices[:, :width]
    # A beam's own best token comes first among its N extensions.
    path = torch.where(beams.greedy < 0, -1, beams.greedy * extensions)[:, None]  # [L, 1] in K * N
    last = (beams.places - 1).clamp(min=0)[:, None]
    places = torch.arange(width, device=order.device)
    kept = ((order == path) & (places <= last)).any(1, keepdim=True)
    insert = (path >= 0) & ~kept
    order = order.scatter(1, last, torch.where(insert, path, order.gather(1, last)))
    stands = (order == path) & (places <= last)
    greedy_at = torch.where(stands.any(1), stands.int().argmax(1), -1)
    return order, greedy_at


def _better(best: Best, ended: Tensor, steps: int, exponent: float) -> Best:
    """The best of ``best`` and the hypotheses that ended at this step, ended [L, K] or -inf."""
    beam = ended.argmax(1)
    log_probability = ended.gather(1, beam[:, None])[:, 0]
    score = normalised(log_probability, steps, exponent)
    better = score > best.score
    new = Best(score, log_probability, torch.full_like(beam, steps), beam)
    return Best(*(torch.where(better, now, old) for now, old in zip(new, best, strict=True)))


def _concluded(beams: Beams, steps: int, exponent: float) -> Beams:
    """Mark the sentences in which no live hypothesis can win any more, and empty their beams.

    A log-probability can only fall and a hypothesis can only grow to the limit, so no future of a
    live one scores above its log-probability now, normalised by the longest length allowed.
    At the limit the best live hypothesis stands in where none has finished.
    """
    live, beam = beams.log_probability.max(1)
    hopeless = normalised(live, beams.most, exponent) <= beams.best.score
    at_limit = beams.most == steps
    stands_in = at_limit & (beams.best.score == -torch.inf) & ~beams.done
    cut_off = Best(normalised(live, steps, exponent), live, torch.full_like(beam, steps), beam)
    best = Best(
        *(torch.where(stands_in, now, old) for now, old in zip(cut_off, beams.best, strict=True))
    )
    done = beams.done | hopeless | at_limit
    emptied = beams.log_probability.masked_fill(done[:, None], -torch.inf)
    return beams._replace(log_probability=emptied, best=best, done=done)
