"""The way back: what a search chose at each step, so that a hypothesis is rebuilt only once.

A search does not carry words and attention along with its beams. It notes at every step which
token each beam took and which beam it came from; the history of the one hypothesis that wins is
then read backwards, and its attention with it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from torch import Tensor


class _Standing(NamedTuple):
    """Where the open sentences stand while the batch does not change."""

    place_of: np.ndarray  # [B] of a sentence among the L open ones
    first_row: np.ndarray  # [L] the model's row for a sentence's first beam; the others follow it


class _Step(NamedTuple):
    standing: _Standing
    tokens: np.ndarray  # [L, K] chosen at this step
    parents: np.ndarray  # [L, K] the beam, before this step, that the token extends
    weights: np.ndarray | None  # [R, S] attention of the beams before this step


class Path(NamedTuple):
    """One beam's history over N steps."""

    tokens: list[int]  # N
    weights: np.ndarray | None  # [N, S]


class Trace:
    """The steps of one search over B sentences with K beams each, some of which leave early."""

    def __init__(self, sentences: int) -> None:
        """All sentences are open, and the model has one row for each."""
        self._standing = _Standing(np.arange(sentences), np.arange(sentences))
        self._steps: list[_Step] = []

    def keep(self, sentences: Tensor, first_row: Tensor) -> None:
        """From the next step on only ``sentences`` [L] are searched, in that order.

        The model's rows for their beams begin at ``first_row`` [L].
        """
        place_of = np.full(len(self._standing.place_of), -1)
        place_of[sentences.cpu().numpy()] = np.arange(len(sentences))
        self._standing = _Standing(place_of, first_row.cpu().numpy())

    def add(self, tokens: Tensor, parents: Tensor, weights: Tensor | None) -> None:
        """Note one step: tokens and parents [L, K], weights [R, 1, S]."""
        noted = None if weights is None else weights[:, 0].float().cpu().numpy()
        self._steps.append(
            _Step(self._standing, tokens.cpu().numpy(), parents.cpu().numpy(), noted)
        )

    def path(self, sentence: int, steps: int, beam: int, positions: int) -> Path:
        """Return the history of what stands in ``beam`` after ``steps`` steps.

        Attention is cut to the sentence's own ``positions`` source positions.
        """
        tokens, weights = [], []
        for step in reversed(self._steps[:steps]):
            place = step.standing.place_of[sentence]
            tokens.append(int(step.tokens[place, beam]))
            beam = step.parents[place, beam]
            if step.weights is not None:
                weights.append(step.weights[step.standing.first_row[place] + beam, :positions])
        return Path(tokens[::-1], np.stack(weights[::-1]) if weights else None)
