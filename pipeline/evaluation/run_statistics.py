"""Sufficient statistics of a run: what every score of it, on any set of sentences, is made of."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pipeline.evaluation.bleu import bleu_statistics
from pipeline.evaluation.chrf import chrf_statistics
from pipeline.evaluation.held_out import HeldOut
from pipeline.evaluation.perplexity import perplexity_statistics
from pipeline.evaluation.translations import Run


class RunStatistics(NamedTuple):
    """One row per sentence: N test sentences, of which U are without unknown words."""

    bleu: np.ndarray  # [N, 10] of the text that decoding.replace_unknown chooses
    bleu_replaced: np.ndarray  # [N, 10] always with UNK replaced
    bleu_no_unk: np.ndarray  # [U, 10] UNK barred in decoding
    chrf: np.ndarray  # [N, 18] of the same text as ``bleu``
    perplexity: np.ndarray  # [N, 2]


def run_statistics(run: Run, test: HeldOut, replace_unknown: bool) -> RunStatistics:
    """Count matches of a run's translations with the raw references, sentence by sentence."""
    full, known = run
    known_references = [test.references[row] for row in np.flatnonzero(test.known)]
    replaced = bleu_statistics(full.texts_replaced, test.references)
    chosen = full.texts_replaced if replace_unknown else full.texts
    return RunStatistics(
        bleu=replaced if replace_unknown else bleu_statistics(full.texts, test.references),
        bleu_replaced=replaced,
        bleu_no_unk=(
            bleu_statistics(known.texts, known_references)
            if known_references
            else np.zeros((0, replaced.shape[1]))
        ),
        chrf=chrf_statistics(chosen, test.references),
        perplexity=perplexity_statistics(full.reference_nll, full.reference_tokens),
    )
