"""What the systems wrote for the sentences that the report shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np

from pipeline.data.corpus import load_split
from pipeline.data.detokenize import Detokenizer
from pipeline.data.unspaced import pieces_as_words
from pipeline.data.vocabulary import WORD_START
from pipeline.evaluation.attention_file import read_attention
from pipeline.evaluation.word_matrix import word_matrix
from pipeline.layout import TOKENS, TRANSLATE, run_folder
from pipeline.refusal import Refusal
from pipeline.reporting.figures.alignment import Alignment
from pipeline.reporting.read_json import read_json_lines
from pipeline.reporting.settings import Settings

END = "<end>"
"""The end of sentence as an alignment plot names it."""


@dataclass(frozen=True)
class TestSet:
    """The test split, column by column as it is asked for."""

    __test__ = False  # not a class of tests

    settings: Settings

    @cached_property
    def _split(self):
        return load_split(TOKENS, "test")

    def column(self, name: str) -> list:
        """A whole column."""
        return self._split[name][:]

    def row(self, index: int) -> dict:
        """One sentence pair with all its columns."""
        return self._split[index]

    @cached_property
    def source_lengths(self) -> list[int]:
        """Words of every source sentence, the end of sentence not counted."""
        return [len(words) for words in self.column("source_words")]

    def hypotheses(self, slug: str, seed: int) -> list[dict]:
        """A run's translations; Refusal where they are not of this test set."""
        path = run_folder(TRANSLATE, slug, seed) / "hypotheses.jsonl"
        found = read_json_lines(path)
        if [entry["id"] for entry in found] != self.column("id"):
            raise Refusal(f"{path} is not of this test set: run `dvc repro` to translate it again")
        return found

    def alignments(self, slug: str, seed: int, rows: list[int]) -> list[Alignment]:
        """The alignments of a run's own translations of the sentences ``rows``, in words."""
        matrices = read_attention(run_folder(TRANSLATE, slug, seed) / "attention.npz")
        hypotheses = self.hypotheses(slug, seed)
        target = Detokenizer(self.settings.tokenizer.kind, self.settings.corpus.target_language)
        return [in_words(self.row(r), hypotheses[r], matrices[r], target) for r in rows]


def in_words(pair: dict, hypothesis: dict, weights: np.ndarray, target: Detokenizer) -> Alignment:
    """One sentence's weights [tokens and end, source ids] between words.

    In runs without spaces every piece is a word, as it is in the corpus.
    """
    tokens = hypothesis["tokens"]
    word_of = list(target.word_of(tokens))
    words = list(hypothesis["words"])
    if target.kind != "word":
        words, word_of = pieces_as_words(words, word_of, partial(_texts, tokens, word_of))
    if len(weights) == len(word_of) + 1:  # a translation cut off has no end
        word_of.append(len(words))
        words.append(END)
    return Alignment(
        id=pair["id"],
        source=(*pair["source_words"], END),
        target=tuple(words),
        weights=word_matrix(weights, pair["source_word_of"], word_of),
    )


def _texts(tokens: Sequence[str], word_of: Sequence[int], number: int, word: str) -> list[str]:
    """The texts of the pieces of word ``number``."""
    mine = (token for token, of in zip(tokens, word_of, strict=True) if of == number)
    return [token.replace(WORD_START, "") for token in mine]
