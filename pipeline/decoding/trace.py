"""The way back: what a search chose at each step, so that a hypothesis is rebuilt only once.

A search does not carry words and attention along with its beams. It notes at every step which
token each beam took and which beam it came from; the history of the one hypothesis that wins is
then read backwards, and its attention with it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from torch import Tensor


class _Step(NamedTuple):
    place_of: np.ndarray  # [B] of a sentence among the L open ones
    tokens: np.ndarray  # [L, K] chosen at this step
    parents: np.ndarray  # [L, K] the beam, before this step, that the token extends
    weights: np.ndarray | None  # [L, W, S] attention of the first W beams, as before this step


class Path(NamedTuple):
    """One beam's history over N steps."""

    tokens: list[int]  # N
    weights: np.ndarray | None  # [N, S]


class Trace:
    """The steps of one search over B sentences with K beams each, some of which leave early."""

    def __init__(self, sentences: int) -> None:
        """All sentences are open."""
        self._place_of = np.arange(sentences)
        self._steps: list[_Step] = []

    def keep(self, sentences: Tensor) -> None:
        """From the next step on only ``sentences`` [L] are searched, in that order."""
        self._place_of = np.full(len(self._place_of), -1)
        self._place_of[sentences.cpu().numpy()] = np.arange(len(sentences))

    def add(self, tokens: Tensor, parents: Tensor, weights: Tensor | None) -> None:
        """Note one step: tokens and parents [L, K], weights [L * W, 1, S], W beams having a row."""
        noted = None
        if weights is not None:
            noted = weights.float().cpu().unflatten(0, (len(tokens), -1))[:, :, 0].numpy()
        chosen = tokens.cpu().numpy(), parents.cpu().numpy()
        self._steps.append(_Step(self._place_of, *chosen, noted))

    def path(self, sentence: int, steps: int, beam: int, positions: int) -> Path:
        """Return the history of what stands in ``beam`` after ``steps`` steps.

        Attention is cut to the sentence's own ``positions`` source positions.
        """
        tokens, weights = [], []
        for step in reversed(self._steps[:steps]):
            place = step.place_of[sentence]
            tokens.append(int(step.tokens[place, beam]))
            beam = step.parents[place, beam]
            if step.weights is not None:
                weights.append(step.weights[place, beam, :positions])
        return Path(tokens[::-1], np.stack(weights[::-1]) if weights else None)
