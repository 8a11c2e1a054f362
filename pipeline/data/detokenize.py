"""From the model's symbols back to words, and from words back to text."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.data.apostrophes import STAYS_BEFORE
from pipeline.data.quotation import closed_up
from pipeline.data.vocabulary import WORD_START


class Detokenizer:
    """Turns target symbols of a tokenizer ``kind`` (word, bpe, unigram) into words and text.

    UNK stays ``UNK``. Symbols are given without the end of sentence.
    """

    def __init__(self, kind: str, language: str) -> None:
        from sacremoses import MosesDetokenizer

        self.kind = kind
        self.language = language
        self._moses = MosesDetokenizer(lang=language)

    def text(self, tokens: Sequence[str]) -> str:
        """Plain text of ``tokens``, as a reader would write it."""
        return self.joined(self.words(tokens))

    def joined(self, words: Sequence[str]) -> str:
        """Plain text of Moses words."""
        # Not unescaped: nothing was escaped, so "&amp;" in a text is just that.
        text = self._moses.detokenize(self._apostrophes_back(words), unescape=False)
        return closed_up(text, self.language)

    def words(self, tokens: Sequence[str]) -> list[str]:
        """Moses words of ``tokens``."""
        if self.kind == "word":
            return list(tokens)
        words = [""] * (max(self.word_of(tokens), default=-1) + 1)
        for token, word in zip(tokens, self.word_of(tokens), strict=True):
            words[word] += token.replace(WORD_START, "")
        return [word for word in words if word]

    def word_of(self, tokens: Sequence[str]) -> list[int]:
        """For every token, the number of the word in :meth:`words` that it is part of.

        A piece that only opens a word (an unseen character may follow it) belongs to the word
        after it; at the end of a sentence, to the word before it.
        """
        if self.kind == "word":
            return list(range(len(tokens)))
        word_of: list[int] = []
        word, empty = 0, True
        for token in tokens:
            if token.startswith(WORD_START) and not empty:
                word, empty = word + 1, True
            word_of.append(word)
            empty = empty and token == WORD_START
        if empty and word:
            word_of = [min(mine, word - 1) for mine in word_of]
        return word_of

    def _apostrophes_back(self, words: Sequence[str]) -> list[str]:
        """Join what Moses' detokenizer would part: apostrophes that belong to the word before.

        Contractions (``ist 's``) in any language where the apostrophe goes with the letters after
        it, one that closes what a typographic mark opened, and a last apostrophe without partner
        that cannot open a quotation.
        """
        if self.language in STAYS_BEFORE:
            return list(words)
        unpaired = words.count("'") % 2 == 1
        last = max((place for place, word in enumerate(words) if word == "'"), default=-1)
        joined: list[str] = []
        opened = 0
        for place, word in enumerate(words):
            opened += word == "‘"
            contraction = len(word) > 1 and word[0] == "'" and word[1].isalpha()
            before = joined[-1] if joined else ""
            if contraction and before[-1:].isalnum():
                joined[-1] += word
            elif (word == "'" and opened and before) or (
                unpaired and place == last and self._closes(before, place + 1 == len(words))
            ):
                opened = max(0, opened - 1)
                parts = 1 if before[-1].isalnum() else 2  # with the word that the full stop ends
                joined[-parts:] = ["".join([*joined[-parts:], word])]
            else:
                joined.append(word)
        return joined

    def _closes(self, before: str, at_end: bool) -> bool:
        """Whether an apostrophe without partner belongs to the word ``before``.

        It does in English after a word (``Felix ' room``), and anywhere after the end of a
        sentence: the quotation was opened in an earlier one.
        """
        if before[-1:].isalnum():
            return self.language == "en" or at_end
        return before in (".", "!", "?")
