"""Perplexity of the references under teacher forcing: exp(total NLL / total target tokens).

Sums over the whole set, never a mean of batch or sentence means: a long sentence weighs as many
tokens as it has, the end of sentence counted. Comparable only between systems of one vocabulary.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from pipeline.evaluation.measure import Measure
from pipeline.evaluation.parallel import require_parallel


def perplexity_statistics(nll: Sequence[float], tokens: Sequence[int]) -> np.ndarray:
    """Return [N, 2]: each reference's negative log-likelihood in nats, and its tokens with EOS.

    Raises ValueError where the lists are not of one length.
    """
    require_parallel(nll, tokens)
    return np.column_stack([np.asarray(nll, np.float64), np.asarray(tokens, np.float64)])


def perplexity_score(totals: Sequence[float]) -> float:
    """Perplexity per target token of summed statistics [2]; 1 is certainty."""
    return math.exp(totals[0] / totals[1])


PERPLEXITY = Measure("perplexity", "perplexity", perplexity_score)
