"""chrF: sacrebleu's character n-gram F-score, of detokenized hypotheses against raw references.

Popović 2015. Characters reward a word half right, which BLEU does not, and need no tokenizer.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from sacrebleu.metrics import CHRF as SacreChrf

from pipeline.evaluation.measure import Measure
from pipeline.evaluation.parallel import require_parallel


def chrf_statistics(hypotheses: Sequence[str], references: Sequence[str]) -> np.ndarray:
    """Return [N, 18]: for 1- to 6-grams of characters, hypothesis, reference and match counts.

    Raises ValueError where the lists are not of one length.
    """
    require_parallel(hypotheses, references)
    rows = _scorer(tuple(references))._extract_corpus_statistics(list(hypotheses), None)
    return np.array(rows, dtype=np.float64)


def chrf_score(totals: Sequence[float]) -> float:
    """chrF in points, 0 to 100, of summed statistics [18]."""
    return _SUMS._compute_f_score(list(totals))


def chrf_signature() -> str:
    """sacrebleu's signature: everything a reader needs to compute the same score."""
    # The number of references, one, is known to a scorer only once it has seen any.
    return str(_scorer(("any",)).get_signature())


@lru_cache(maxsize=1)
def _scorer(references: tuple[str, ...]) -> SacreChrf:
    """A scorer that has counted the references once, for all systems."""
    # sacrebleu wants a list of reference documents; there is one.
    return SacreChrf(references=[references])


_SUMS = SacreChrf()

CHRF = Measure("chrf", "chrF", chrf_score)
