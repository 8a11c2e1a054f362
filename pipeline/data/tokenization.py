"""From words to ids: a vocabulary for each side, learned from the training split alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, Protocol

from pipeline.config.tokenizer import Tokenizer
from pipeline.data import subwords
from pipeline.data.pairs import Pair
from pipeline.data.shortlist import shortlist
from pipeline.data.splitting import Sentences
from pipeline.data.vocabulary import EOS, UNK, Vocabulary
from pipeline.data.words import word_splitter


class Encoder(Protocol):
    """What one side's tokenizer can do, whatever its kind."""

    model: bytes | None
    """The sentencepiece model, where there is one."""

    def vocabulary(self) -> Vocabulary:
        """All symbols, in the order of their ids."""

    def ids(self, words: Sequence[str]) -> tuple[list[int], list[int]]:
        """The ids of ``words`` (end of sentence left out), and for every id its word's number."""


class WordShortlist(NamedTuple):
    """The papers' tokenizer: a word is an id, or UNK."""

    symbols: Vocabulary
    model: bytes | None = None

    def vocabulary(self) -> Vocabulary:
        return self.symbols

    def ids(self, words: Sequence[str]) -> tuple[list[int], list[int]]:
        return self.symbols.ids(words), list(range(len(words)))


class Row(NamedTuple):
    """One sentence pair as the splits store it; :mod:`pipeline.data.corpus` tells the columns."""

    id: str
    group: str
    source_text: str
    target_text: str
    source_words: list[str]
    target_words: list[str]
    source_ids: list[int]
    target_ids: list[int]
    source_word_of: list[int]
    target_word_of: list[int]
    alignment: list[list[int]]
    has_unknown: bool


def words_of(
    pairs: Iterable[Pair], source_language: str, target_language: str
) -> Iterator[Sentences]:
    """Yield every pair with the Moses words of both sides (:class:`Sentences`).

    A pair whose links count the words between spaces comes in words already. One with tokens of its
    own is cut like any other; :mod:`pipeline.data.projection` carries its links over.
    """
    source_words, target_words = word_splitter(source_language), word_splitter(target_language)
    for pair in pairs:
        if pair.alignment is None or pair.source_tokens is not None:
            yield Sentences(pair, source_words(pair.source), target_words(pair.target))
        else:
            yield Sentences(pair, pair.source.split(), pair.target.split())


def learn_encoder(sentences: Iterable[Sequence[str]], kind: str, size: int, side: str) -> Encoder:
    """Learn one side's tokenizer of ``kind`` with ``size`` symbols, the special ones not counted.

    ``sentences`` are the words of the whole training split: no cap on length applies here.
    """
    if kind == "word":
        return WordShortlist(shortlist(sentences, size, side))
    return subwords.learn(sentences, kind, size, side)


def learn_encoders(train: Sequence[Sentences], settings: Tokenizer) -> tuple[Encoder, Encoder]:
    """Learn both sides' tokenizers; refuses sizes that the training split cannot give."""
    source, target = settings.source_vocabulary, settings.target_vocabulary
    return (
        learn_encoder((one.source_words for one in train), settings.kind, source, "source"),
        learn_encoder((one.target_words for one in train), settings.kind, target, "target"),
    )


def row(one: Sentences, source: Encoder, target: Encoder) -> Row:
    """Encode one pair; both sides end with EOS, whose word number is the count of words."""
    source_ids, source_word_of = source.ids(one.source_words)
    target_ids, target_word_of = target.ids(one.target_words)
    return Row(
        id=one.pair.id,
        group=one.pair.group,
        source_text=one.pair.source,
        target_text=one.pair.target,
        source_words=one.source_words,
        target_words=one.target_words,
        source_ids=[*source_ids, EOS],
        target_ids=[*target_ids, EOS],
        source_word_of=[*source_word_of, len(one.source_words)],
        target_word_of=[*target_word_of, len(one.target_words)],
        alignment=[list(link) for link in one.pair.alignment or ()],
        has_unknown=UNK in source_ids or UNK in target_ids,
    )
