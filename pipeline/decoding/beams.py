"""The beams of a batch of sentences, and how one step changes them: nothing here knows a model."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor, nn

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
    places: Tensor  # [L] beams not yet taken by a finished hypothesis: the first ones
    greedy: Tensor  # [L] the beam that holds the greedy path, -1 once that has ended
    best: Best
    done: Tensor  # [L] bool

    def needed(self) -> Tensor:
        """How many beams [L] of each sentence the model still has to compute, from the first."""
        return self.places.masked_fill(self.done, 0)


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

    ``next_tokens`` [L, W, N] are the N best of each of the first W beams, the others being
    impossible; ``steps`` is the step's number from 1. Returns the Beams after it and the
    :class:`Choice` that was made.
    """
    known, extensions = next_tokens.tokens.shape[1:]
    totals = beams.log_probability[:, :known, None] + next_tokens.log_probabilities
    missing = (beams.log_probability.shape[1] - known) * extensions
    totals = nn.functional.pad(totals.flatten(1), (0, missing), value=-torch.inf)  # [L, K * N]
    order = _with_greedy(_best_first(beams, totals), beams, extensions)  # [L, K] out of K * N
    beam = torch.arange(order.shape[1], device=order.device)
    tokens = nn.functional.pad(next_tokens.tokens.flatten(1), (0, missing)).gather(1, order)
    total = totals.gather(1, order).masked_fill(beam >= beams.places[:, None], -torch.inf)
    ended = (tokens == EOS) & (total > -torch.inf)
    # Those that ended go behind the others, so that the live ones stay the first.
    behind = ended.sort(dim=1, stable=True).indices
    order, tokens, total, ended = (part.gather(1, behind) for part in (order, tokens, total, ended))
    live = total.masked_fill(ended, -torch.inf)
    on_path = (order == _greedy_path(beams, extensions)) & (live > -torch.inf)
    after = beams._replace(
        log_probability=live,
        places=beams.places - ended.sum(1),
        greedy=torch.where(on_path.any(1), on_path.int().argmax(1), -1),
        best=_better(beams.best, total.masked_fill(~ended, -torch.inf), steps, exponent),
    )
    return _concluded(after, steps, exponent), Choice(tokens, order // extensions)


def _best_first(beams: Beams, totals: Tensor) -> Tensor:
    """The K best [L, K] of totals [L, K * N]; of equal ones the earlier beam's, the lower token."""
    width = beams.log_probability.shape[1]
    return totals.sort(dim=1, descending=True, stable=True).indices[:, :width]


def _with_greedy(order: Tensor, beams: Beams, extensions: int) -> Tensor:
    """``order`` [L, K] with the greedy path in the last open place where it had fallen out.

    So the path lives as long as the search does, and a beam never ends below greedy search. A row
    of its own for the path would cost a fifth of the time; a beam one wider does more with it.
    """
    path = _greedy_path(beams, extensions)
    last = (beams.places - 1).clamp(min=0)[:, None]  # [L, 1]
    beam = torch.arange(order.shape[1], device=order.device)
    kept = ((order == path) & (beam <= last)).any(1, keepdim=True)
    fallen_out = (path >= 0) & ~kept
    return order.scatter(1, last, torch.where(fallen_out, path, order.gather(1, last)))


def _greedy_path(beams: Beams, extensions: int) -> Tensor:
    """Where the greedy path goes on among the K * N extensions [L, 1]; -1 once it has ended.

    A beam's own best token comes first among its N extensions.
    """
    return torch.where(beams.greedy < 0, -1, beams.greedy * extensions)[:, None]


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
    stands_in = at_limit & (beams.best.score == -torch.inf)
    cut_off = Best(normalised(live, steps, exponent), live, torch.full_like(beam, steps), beam)
    best = Best(
        *(torch.where(stands_in, now, old) for now, old in zip(cut_off, beams.best, strict=True))
    )
    done = beams.done | hopeless | at_limit
    emptied = beams.log_probability.masked_fill(done[:, None], -torch.inf)
    return beams._replace(log_probability=emptied, best=best, done=done)
