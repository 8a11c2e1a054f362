"""One line of hypotheses.jsonl: a translation with all that later stages ask about it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from pipeline.data.detokenize import Detokenizer
from pipeline.data.vocabulary import UNK, Vocabulary
from pipeline.decoding.hypothesis import Hypothesis
from pipeline.decoding.references import ReferenceScore
from pipeline.decoding.shift import aligned_rows
from pipeline.decoding.unknown import replace_unknown

DECIMALS = 6
"""Digits kept of numbers in nats: float32 sums carry no more."""


class SourceSentence(NamedTuple):
    """The side of a pair that was translated."""

    id: str
    words: Sequence[str]
    """Raw words, whatever the vocabulary knows of them."""
    word_of: Sequence[int]
    """The word of every source id; the number of words for the end of sentence."""


@dataclass(frozen=True)
class Recorder:
    """Writes hypotheses of one model as words and text."""

    vocabulary: Vocabulary
    """Of the target side."""
    detokenizer: Detokenizer
    alignment_shift: int
    """The model's own; see :func:`pipeline.decoding.shift.aligned_rows`."""

    def line(
        self, sentence: SourceSentence, hypothesis: Hypothesis, reference: ReferenceScore
    ) -> str:
        """Return the JSON object of one translation, on one line, without its end."""
        tokens = [self.vocabulary.symbols[token] for token in hypothesis.tokens]
        words = self.detokenizer.words(tokens)
        entry = {
            "id": sentence.id,
            "tokens": tokens,
            "words": words,
            "text": self.detokenizer.joined(words),
            "text_replaced": self.detokenizer.joined(
                self._replaced(sentence, hypothesis, tokens, words)
            ),
            "log_probability": round(hypothesis.log_probability, DECIMALS),
            "score": round(hypothesis.score, DECIMALS),
            "finished": hypothesis.finished,
            "reference_nll": round(reference.nll, DECIMALS),
            "reference_tokens": reference.tokens,
        }
        return json.dumps(entry, ensure_ascii=False)

    def rows(self, hypothesis: Hypothesis) -> np.ndarray | None:
        """Return the attention [N, S] of a hypothesis, row t belonging to its token t."""
        if hypothesis.weights is None:
            return None
        return aligned_rows(hypothesis.weights, len(hypothesis.tokens), self.alignment_shift)

    def _replaced(
        self,
        sentence: SourceSentence,
        hypothesis: Hypothesis,
        tokens: Sequence[str],
        words: Sequence[str],
    ) -> Sequence[str]:
        rows = self.rows(hypothesis)
        unknown = [token == UNK for token in hypothesis.tokens]
        if rows is None or not any(unknown):
            return words
        return replace_unknown(
            words,
            unknown,
            self.detokenizer.word_of(tokens),
            rows,
            sentence.words,
            sentence.word_of,
        )
