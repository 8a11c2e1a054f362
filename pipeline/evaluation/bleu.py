"""Corpus BLEU: sacrebleu's, of detokenized hypotheses against the raw references.

Papineni et al. 2002; Post 2018 (sacrebleu). The 13a tokenizer splits both sides in the same way,
so that scores do not depend on how a system tokenizes; references in a script without spaces have
another one (:mod:`~pipeline.evaluation.bleu_tokens`). Case is kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from sacrebleu.metrics import BLEU as SacreBleu

from pipeline.evaluation.bleu_tokens import bleu_tokenizer
from pipeline.evaluation.measure import Measure, ratio
from pipeline.evaluation.parallel import require_parallel


def bleu_statistics(hypotheses: Sequence[str], references: Sequence[str]) -> np.ndarray:
    """Return [N, 10]: hypothesis and reference length, matches of 1- to 4-grams, their totals.

    Both are plain text, one sentence each, in the same order; lengths are in sacrebleu's tokens.
    Raises ValueError where the lists are not of one length.
    """
    require_parallel(hypotheses, references)
    rows = _scorer(tuple(references))._extract_corpus_statistics(list(hypotheses), None)
    return np.array(rows, dtype=np.float64)


def bleu_score(totals: Sequence[float]) -> float:
    """BLEU in points, 0 to 100, of summed statistics [10]; sacrebleu's smoothing of zero counts."""
    return SacreBleu.compute_bleu(
        correct=list(totals[2:6]),
        total=list(totals[6:10]),
        sys_len=int(totals[0]),
        ref_len=int(totals[1]),
        smooth_method="exp",
    ).score


def bleu_length_ratio(totals: Sequence[float]) -> float:
    """Hypothesis length over reference length, in sacrebleu's tokens, of summed statistics [10]."""
    return ratio(totals[0], totals[1])


def bleu_signature(references: Sequence[str]) -> str:
    """sacrebleu's signature: everything a reader needs to compute the same score."""
    return str(_scorer(tuple(references)).get_signature())


@lru_cache(maxsize=2)
def _scorer(references: tuple[str, ...]) -> SacreBleu:
    """A scorer that has counted the references once, for all systems."""
    # sacrebleu wants a list of reference documents; there is one. Hypotheses are detokenized here,
    # and its warning that they may not be would only alarm where a corpus parts its full stops.
    tokenizer = bleu_tokenizer(references)
    return SacreBleu(tokenize=tokenizer, smooth_method="exp", force=True, references=[references])


BLEU = Measure("bleu", "BLEU", bleu_score)
