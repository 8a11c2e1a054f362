"""How BLEU changes with the length of the source: the paper's Figure 2 as one number.

The number is corpus BLEU on the longer test sentences less corpus BLEU on the shorter ones. Both
groups are resampled, each within itself and independently of the other, for they are other
sentences; every system and every seed meets the same resamples, so that the change in the lead of
one system over another is paired.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pipeline.claims.bleu_evidence import PRIOR_OF_DIFFERENCE
from pipeline.claims.floor import too_few
from pipeline.claims.measured import Estimate, Evidence
from pipeline.claims.quantity import BleuChange
from pipeline.claims.seed_allowance import over_test_and_seeds
from pipeline.claims.workspace import Workspace
from pipeline.data.corpus import load_split
from pipeline.evaluation.bleu import BLEU, bleu_statistics
from pipeline.evaluation.estimate import Column, Sampled, describe, sample_columns
from pipeline.evaluation.held_out import HeldOut, held_out
from pipeline.evaluation.translations import read_translations
from pipeline.layout import TOKENS, TRANSLATE, run_folder


def bleu_change(quantity: BleuChange, workspace: Workspace) -> Evidence:
    """The change in BLEU of a system, or in its lead over the baseline."""
    absent = workspace.absent(quantity.system, quantity.baseline)
    if absent is not None:
        return absent
    test = held_out(load_split(TOKENS, "test"))
    groups = [_rows(test, words) for words in (quantity.shorter, quantity.longer)]
    for (low, high), rows in zip((quantity.shorter, quantity.longer), groups, strict=True):
        few = too_few(len(rows), "test sentence", f" of {low} to {high} source words")
        if few is not None:
            return few
    systems = [one for one in (quantity.system, quantity.baseline) if one is not None]
    runs = [
        [_statistics(one, seed, test, workspace) for seed in workspace.seeds] for one in systems
    ]
    shorter, longer = (_leads(runs, rows, workspace) for rows in groups)
    confidence = workspace.bootstrap.confidence
    described = describe(longer.minus(shorter), workspace.seeds, BLEU.unit, confidence)
    found = over_test_and_seeds(
        Estimate.read(described), PRIOR_OF_DIFFERENCE, BLEU.unit, confidence
    )
    ends = [
        f"{describe(one, workspace.seeds, BLEU.unit, confidence)['mean']:.1f} at {low} to {high}"
        for one, (low, high) in ((longer, quantity.longer), (shorter, quantity.shorter))
    ]
    return found._replace(made_of=f"{ends[0]} words less {ends[1]}")


def _rows(test: HeldOut, words: Sequence[int]) -> np.ndarray:
    lengths = test.source_lengths
    return np.flatnonzero((lengths >= words[0]) & (lengths <= words[1]))


def _statistics(system: str, seed: int, test: HeldOut, workspace: Workspace) -> np.ndarray:
    path = run_folder(TRANSLATE, system, seed) / "hypotheses.jsonl"
    found = read_translations(path, test.ids)
    texts = found.texts_replaced if workspace.replace_unknown else found.texts
    return bleu_statistics(texts, test.references)


def _leads(runs: Sequence[Sequence[np.ndarray]], rows: np.ndarray, workspace: Workspace) -> Sampled:
    """BLEU of the first system on ``rows``, less that of the second if there is one."""
    columns = [Column(BLEU, [matrix[rows] for matrix in one]) for one in runs]
    # Another stream for another group: with one seed, groups of like size would be drawn alike.
    seed = np.random.SeedSequence([workspace.bootstrap.seed, int(rows[0]), len(rows)])
    drawn = int(seed.generate_state(1)[0])
    first, *others = sample_columns(columns, workspace.bootstrap.samples, drawn)
    return first.minus(others[0]) if others else first
