"""The training plan: which sentences make which batch, in which order, up to the budget.

Batches are filled up to a budget of padded tokens with sentences of about the same length, so that
little is wasted on padding; they come in random order, so that lengths do not come in order.
(Bahdanau et al. 2014, appendix B.2, sort 20 minibatches at a time for the same reason.)

An *epoch* is a number of target tokens, not a pass over the corpus: systems trained on different
parts of the corpus are so compared at the same points.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

import numpy as np

SORT_NOISE = 1.0
"""Lengths are sorted with up to so many tokens of noise up or down: no two passes batch alike."""
LENGTHS_TOGETHER = 2
"""Target lengths that are sorted by source length together."""


class Plan(Sequence):
    """The epochs of a training: ``plan[epoch][batch]`` is an array of rows [B]."""

    def __init__(
        self, epochs: list[list[np.ndarray]], source: np.ndarray, target: np.ndarray
    ) -> None:
        self.epochs = epochs
        self._source, self._target = source, target

    def __getitem__(self, epoch):
        return self.epochs[epoch]

    def __len__(self) -> int:
        return len(self.epochs)

    def batches(self) -> Iterator[np.ndarray]:
        """All batches, in order."""
        for epoch in self.epochs:
            yield from epoch

    @property
    def target_tokens(self) -> int:
        """Real target tokens in all, end of sentence counted."""
        return sum(int(self._target[rows].sum()) for rows in self.batches())

    @property
    def sentences(self) -> int:
        """Sentences in all, each counted as often as it comes."""
        return sum(len(rows) for rows in self.batches())

    def padding(self) -> tuple[float, float]:
        """Share of padding among the source tokens and among the target tokens of all batches."""
        return _padding(self._source, self.batches()), _padding(self._target, self.batches())


def training_plan(
    source_lengths: np.ndarray,
    target_lengths: np.ndarray,
    *,
    rows: np.ndarray,
    target_tokens: int,
    epoch_tokens: int,
    batch_tokens: int,
    seed: int,
) -> Plan:
    """Plan passes over ``rows`` until the real target tokens reach ``target_tokens``.

    Lengths are of the whole split [N], end of sentence counted; ``rows`` are those of the split
    that are trained on. A batch holds at most ``batch_tokens`` tokens on either side, padding
    counted; a longer sentence makes a batch of its own. An epoch ends with the first batch that
    reaches a multiple of ``epoch_tokens``; the plan with the first that reaches ``target_tokens``.
    The same arguments give the same plan on any machine.
    """
    if len(rows) == 0:
        raise ValueError("no rows to plan a training on")
    epochs: list[list[np.ndarray]] = [[]]
    seen, ahead = 0, epoch_tokens
    for number in itertools.count():  # every pass has at least one token
        random = np.random.Generator(np.random.PCG64([seed, number]))
        order = rows[_by_length(source_lengths[rows], target_lengths[rows], random)]
        batches = _filled(order, source_lengths, target_lengths, batch_tokens)
        for place in random.permutation(len(batches)):
            epochs[-1].append(batches[place])
            seen += int(target_lengths[batches[place]].sum())
            if seen >= target_tokens:
                return Plan(epochs, source_lengths, target_lengths)
            if seen >= ahead:
                epochs.append([])
                ahead = (seen // epoch_tokens + 1) * epoch_tokens


def length_batches(
    source_lengths: np.ndarray, target_lengths: np.ndarray | None, batch_tokens: int
) -> list[np.ndarray]:
    """All sentences in batches of like length, longest last: for validation and translation.

    Lengths count the end of sentence, ``target_lengths`` is None where only sources are read.
    A batch holds at most ``batch_tokens`` tokens on either side, padding counted.
    """
    source = np.asarray(source_lengths)
    target = source if target_lengths is None else np.asarray(target_lengths)
    order = np.lexsort((source, target))  # stable: equal lengths stay in the split's order
    return _filled(order, source, target, batch_tokens)


def oversized(
    source_lengths: np.ndarray, target_lengths: np.ndarray, rows: np.ndarray, batch_tokens: int
) -> int:
    """How many of ``rows`` are longer than a batch may be, and so make one of their own."""
    longest = np.maximum(source_lengths[rows], target_lengths[rows])
    return int(np.count_nonzero(longest > batch_tokens))


def _by_length(source: np.ndarray, target: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """Order by noisy target length; within a few target lengths by noisy source length.

    Source lengths go up and down in turn, so that neighbours are alike across the seams.
    """
    noise = random.uniform(-SORT_NOISE, SORT_NOISE, size=(2, len(source)))
    step = np.floor((target + noise[0]) / LENGTHS_TOGETHER)
    inner = (source + noise[1]) * np.where(step % 2 == 0, 1, -1)
    return np.lexsort((inner, step))


def _filled(
    order: np.ndarray, source: np.ndarray, target: np.ndarray, batch_tokens: int
) -> list[np.ndarray]:
    """Cut ``order`` into batches as large as the budget lets them be."""
    longest = np.maximum(source[order], target[order]).tolist()
    batches, begin, widest = [], 0, 0
    for end, length in enumerate(longest):
        widest = max(widest, length)
        if (end - begin + 1) * widest > batch_tokens and end > begin:
            batches.append(order[begin:end])
            begin, widest = end, length
    if len(order):
        batches.append(order[begin:])
    return batches


def _padding(lengths: np.ndarray, batches: Iterator[np.ndarray]) -> float:
    real = padded = 0
    for rows in batches:
        real += int(lengths[rows].sum())
        padded += len(rows) * int(lengths[rows].max())
    return 1 - real / padded
