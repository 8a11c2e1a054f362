"""What the paper measured and how, for the columns beside ours.

Bahdanau, Cho & Bengio 2014, arXiv 1409.0473: Table 1 (BLEU on newstest2014, English to French),
section 4 and appendices A and B; what is only in the authors' code is marked so.
"""

from __future__ import annotations

from typing import NamedTuple


class PaperScore(NamedTuple):
    """A row of the paper's Table 1: BLEU on all sentences and on those without unknown words."""

    name: str
    all: float
    no_unk: float


TABLE_1 = {
    "encdec-30": PaperScore("RNNencdec-30", 13.93, 24.19),
    "search-30": PaperScore("RNNsearch-30", 21.50, 31.44),
    "encdec-50": PaperScore("RNNencdec-50", 17.82, 26.71),
    "search-50": PaperScore("RNNsearch-50", 26.75, 34.16),
}
"""By the slug of the system that stands for it here."""
