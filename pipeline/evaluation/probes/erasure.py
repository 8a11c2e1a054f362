"""Explanation: does erasing the word that was most attended to change the output most?

The measure is leave-one-out: by how much the log-probability of an output falls where one source
word is erased. Compared are the word of the largest attention, the word of the largest gradient, a
word at random (exactly: the mean over all words, not a draw) and the word whose erasure matters
most. The first and the third would be alike for weights that explain nothing; the first and the
last for weights that explain everything. Rank correlations as in Jain and Wallace (2019), with the
size of the change, whether the output becomes less likely or more.

Where several words share the largest weight each counts equally. Words that are UNK already are no
candidates, since erasing them would change nothing; neither is the end of the sentence, nor the end
of the reference an output.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from pipeline.evaluation.probes.described import by_name, described, mean_of
from pipeline.evaluation.probes.kendall import kendall_tau
from pipeline.evaluation.resample import Bootstrap

FEWEST = 4
"""Candidates that a sentence needs for ranks to mean anything."""
NATS = "nats per output"
TAU = "Kendall's tau-b"
SHARE = "share of outputs"


class Sources(NamedTuple):
    """One sentence's matrices over m outputs and its k candidates."""

    drops: np.ndarray  # [m, k] nats lost where a word is erased
    gradients: np.ndarray  # [m, k]
    weights: np.ndarray | None  # [m, k] attention


def erasure(sentences: Sequence[Sources], seed: int, bootstrap: Bootstrap) -> dict:
    """What is measured on N sentences; sentences of too few candidates are left out."""
    used = [one for one in sentences if one.drops.shape[1] >= FEWEST]
    attends = bool(used) and used[0].weights is not None
    measures = {**OF_ALL, **(OF_ATTENTION if attends else {})}
    rows = [_statistics(one) for one in used]
    return {
        "sentences": len(used),
        "outputs": sum(len(one.drops) for one in used),
        "measures": described(by_name(measures, rows), seed, bootstrap) if used else {},
    }


def _named(unit: str, *names: str) -> dict:
    return {name: mean_of(name, unit) for name in names}


OF_ALL = {
    **_named(NATS, "drop_gradient", "drop_random", "drop_largest", "gradient_over_random"),
    **_named(SHARE, "gradient_finds_largest", "random_finds_largest"),
    **_named(TAU, "tau_gradient_change"),
}
OF_ATTENTION = {
    **_named(NATS, "drop_attention", "attention_over_random", "attention_over_gradient"),
    **_named(SHARE, "attention_finds_largest"),
    **_named(TAU, "tau_attention_change", "tau_attention_gradient"),
}
"""``_over_``: paired differences. ``_finds_largest``: how often the word is the one whose erasure
matters most."""


def _statistics(one: Sources) -> dict[str, tuple[float, float]]:
    """Sums and counts over the outputs of one sentence."""
    outputs = len(one.drops)
    largest = _at_largest(one.drops)  # [m, k]
    random = np.full_like(one.drops, 1 / one.drops.shape[1])
    drop, finds = {}, {}
    for name, chosen in _choices(one, largest, random).items():
        drop[name] = float((chosen * one.drops).sum())
        finds[name] = float((chosen * (largest > 0)).sum())
    sums = {f"drop_{name}": value for name, value in drop.items()}
    sums |= {f"{name}_finds_largest": value for name, value in finds.items()}
    sums["gradient_over_random"] = drop["gradient"] - drop["random"]
    if one.weights is not None:
        sums["attention_over_random"] = drop["attention"] - drop["random"]
        sums["attention_over_gradient"] = drop["attention"] - drop["gradient"]
    return {name: (value, outputs) for name, value in sums.items()} | _correlations(one)


def _choices(one: Sources, largest: np.ndarray, random: np.ndarray) -> dict[str, np.ndarray]:
    choices = {"gradient": _at_largest(one.gradients), "random": random, "largest": largest}
    if one.weights is not None:
        choices["attention"] = _at_largest(one.weights)
    return choices


def _at_largest(values: np.ndarray) -> np.ndarray:
    """[m, k]: 1 at a row's largest value; shared where several are as large."""
    chosen = (values == values.max(axis=1, keepdims=True)).astype(float)
    return chosen / chosen.sum(axis=1, keepdims=True)


def _correlations(one: Sources) -> dict[str, tuple[float, float]]:
    changes = np.abs(one.drops)
    pairs = {"tau_gradient_change": (one.gradients, changes)}
    if one.weights is not None:
        pairs["tau_attention_change"] = (one.weights, changes)
        pairs["tau_attention_gradient"] = (one.weights, one.gradients)
    found = {}
    for name, (first, second) in pairs.items():
        # Undefined where a side does not differ between words.
        differ = (np.ptp(first, axis=1) > 0) & (np.ptp(second, axis=1) > 0)
        taus = kendall_tau(first[differ], second[differ])
        found[name] = (float(taus.sum()), float(len(taus)))
    return found
