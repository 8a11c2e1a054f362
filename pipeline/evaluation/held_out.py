"""The test set as the evaluation sees it: raw references, lengths in words, unknown words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from pipeline.refusal import Refusal

COLUMNS = ("id", "target_text", "source_words", "has_unknown")


class HeldOut(NamedTuple):
    """N test sentences, in the order of the test split."""

    ids: Sequence[str]
    references: Sequence[str]
    """Raw text: never through the vocabulary or a tokenizer."""
    source_lengths: np.ndarray  # [N] Moses tokens of the source, end of sentence not counted
    known: np.ndarray  # [N] bool: no unknown word on either side


def held_out(split) -> HeldOut:
    """Read what scoring needs from the test split (a ``datasets.Dataset``, or columns by name).

    Raises Refusal where it is empty.
    """
    ids, references, words, unknown = (list(split[name]) for name in COLUMNS)
    if not ids:
        raise Refusal("the test split is empty: nothing can be scored; check corpus.split")
    return HeldOut(
        ids=ids,
        references=references,
        source_lengths=np.array([len(sentence) for sentence in words]),
        known=~np.array(unknown, dtype=bool),
    )
