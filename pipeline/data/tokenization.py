"""From words to ids: a vocabulary for each side, learned from the training split alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import NamedTuple, Protocol

from pipeline.config.tokenizer import Tokenizer
from pipeline.data import subwords
from pipeline.data.pairs import Pair
from pipeline.data.projection import words_of_tokens
from pipeline.data.shortlist import shortlist
from pipeline.data.splitting import Sentences
from pipeline.data.unspaced import SIDES, pieces_as_words
from pipeline.data.vocabulary import EOS, SPECIAL_SYMBOLS, UNK, Vocabularies, Vocabulary
from pipeline.data.words import word_splitter
from pipeline.plural import so_many
from pipeline.refusal import Refusal


class Encoder(Protocol):
    """What one side's tokenizer can do, whatever its kind."""

    model: bytes | None
    """The sentencepiece model, where there is one."""

    def vocabulary(self) -> Vocabulary:
        """All symbols, in the order of their ids."""

    def ids(self, words: Sequence[str]) -> tuple[list[int], list[int]]:
        """The ids of ``words`` (end of sentence left out), and for every id its word's number."""

    def cut(self, run: str) -> list[str]:
        """The texts of a run without spaces, one for each of its ids; together they are the run."""


class WordShortlist(NamedTuple):
    """The papers' tokenizer: a word is an id, or UNK."""

    symbols: Vocabulary
    model: bytes | None = None

    def vocabulary(self) -> Vocabulary:
        return self.symbols

    def ids(self, words: Sequence[str]) -> tuple[list[int], list[int]]:
        return self.symbols.ids(words), list(range(len(words)))

    def cut(self, run: str) -> list[str]:
        return [run]


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


class SideWords:
    """The words of one side of sentences; they can be gone through again and again."""

    def __init__(self, sentences: Sequence[Sentences], side: str) -> None:
        """``side`` is source or target."""
        self._sentences, self._field = sentences, f"{side}_words"

    def __len__(self) -> int:
        return len(self._sentences)

    def __iter__(self) -> Iterator[list[str]]:
        return (getattr(one, self._field) for one in self._sentences)


def learn_encoder(sentences: Iterable[Sequence[str]], kind: str, size: int, side: str) -> Encoder:
    """Learn one side's tokenizer of ``kind`` with ``size`` symbols, the special ones not counted.

    With all that the text can give, where those are fewer. ``sentences`` are the words of the whole
    training split (no cap on length applies here), and can be gone through twice.
    """
    if kind == "word":
        return WordShortlist(shortlist(sentences, size, side))
    return subwords.learn(sentences, kind, size, side)


def learn_encoders(train: Sequence[Sentences], settings: Tokenizer) -> tuple[Encoder, Encoder]:
    """Learn both sides' tokenizers; what is wrong with both is refused at once."""
    learnt: list[Encoder] = []
    wrong: list[str] = []
    for side in SIDES:
        size = getattr(settings, f"{side}_vocabulary")
        try:
            learnt.append(learn_encoder(SideWords(train, side), settings.kind, size, side))
        except Refusal as refusal:
            wrong.append(str(refusal))
    if wrong:
        raise Refusal("\n  ".join(wrong))
    source, target = learnt
    return source, target


def shortfalls(vocabularies: Vocabularies, settings: Tokenizer) -> list[str]:
    """A line for each side whose text gives fewer symbols than ``settings`` ask for."""
    noun = "distinct word" if settings.kind == "word" else f"{settings.kind} piece"
    lines = []
    for side in SIDES:
        wanted = getattr(settings, f"{side}_vocabulary")
        size = len(getattr(vocabularies, side)) - len(SPECIAL_SYMBOLS)
        if size < wanted:
            lines.append(
                f"tokenizer.{side}_vocabulary is {wanted:,}, but the training split gives "
                f"{so_many(size, noun)}: the {side} vocabulary is all of them"
            )
    return lines


def row(
    one: Sentences, source: Encoder, target: Encoder, unspaced: tuple[bool, bool] = (False, False)
) -> Row:
    """Encode one pair; both sides end with EOS, whose word number is the count of words.

    ``unspaced`` tells for source and target whether the pieces of a run without spaces are its
    words.
    """
    source_ids, source_word_of, source_words = _encoded(one.source_words, source, unspaced[0])
    target_ids, target_word_of, target_words = _encoded(one.target_words, target, unspaced[1])
    return Row(
        id=one.pair.id,
        group=one.pair.group,
        source_text=one.pair.source,
        target_text=one.pair.target,
        source_words=source_words,
        target_words=target_words,
        source_ids=[*source_ids, EOS],
        target_ids=[*target_ids, EOS],
        source_word_of=[*source_word_of, len(source_words)],
        target_word_of=[*target_word_of, len(target_words)],
        alignment=_links(one, source_words, target_words),
        has_unknown=UNK in source_ids or UNK in target_ids,
    )


def _encoded(
    words: list[str], encoder: Encoder, unspaced: bool
) -> tuple[list[int], list[int], list[str]]:
    """Ids, the word of each, and the words: those given, runs without spaces cut into pieces."""
    ids, word_of = encoder.ids(words)
    if not unspaced:
        return ids, word_of, words
    cut, numbers = pieces_as_words(words, word_of, lambda _, word: encoder.cut(word))
    return ids, numbers, cut


def _links(one: Sentences, source_words: list[str], target_words: list[str]) -> list[list[int]]:
    """The pair's links, which count its words, between the words that these were cut into."""
    links = one.pair.alignment or ()
    if len(source_words) == len(one.source_words) and len(target_words) == len(one.target_words):
        return [list(link) for link in links]
    source = words_of_tokens(one.source_words, source_words)
    target = words_of_tokens(one.target_words, target_words)
    if source is None or target is None:
        raise ValueError(f"{one.pair.id}: pieces and words are not the same characters")
    pairs = (product(source[left], target[right]) for left, right in links)
    return [list(link) for link in sorted({link for some in pairs for link in some})]
