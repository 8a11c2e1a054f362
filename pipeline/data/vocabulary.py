"""Vocabularies: the special symbols, and what id every other symbol has."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

PAD, UNK, BOS, EOS = range(4)
SPECIAL_SYMBOLS = ("<pad>", "UNK", "<s>", "</s>")
"""Symbols of the ids above; words come after them. UNK prints as ``UNK`` in translations."""
WORD_START = "\u2581"
"""First character of a subword piece that begins a word."""


class Vocabulary:
    """Symbols in the order of their ids; whatever is not among them is UNK."""

    def __init__(self, symbols: Sequence[str]) -> None:
        """``symbols`` begin with the special symbols; all are distinct."""
        self.symbols = tuple(symbols)
        if self.symbols[: len(SPECIAL_SYMBOLS)] != SPECIAL_SYMBOLS:
            raise ValueError(f"a vocabulary begins with {SPECIAL_SYMBOLS}")
        first = len(SPECIAL_SYMBOLS)
        # A word of the text that looks like a special symbol is none: it has no id of its own.
        self._ids = {word: place for place, word in enumerate(self.symbols[first:], start=first)}
        if len(self._ids) != len(self.symbols) - first:
            raise ValueError("a vocabulary holds every symbol once")

    def __len__(self) -> int:
        return len(self.symbols)

    def ids(self, words: Iterable[str]) -> list[int]:
        """The ids of ``words``, UNK for those outside."""
        return [self._ids.get(word, UNK) for word in words]

    def words(self, ids: Iterable[int]) -> list[str]:
        """The symbols of ``ids``."""
        return [self.symbols[place] for place in ids]


class Vocabularies(NamedTuple):
    """Both sides' vocabularies, with what is needed to read text out of them."""

    kind: str
    source: Vocabulary
    target: Vocabulary
    source_language: str
    target_language: str
