"""Subwords: BPE or unigram pieces by sentencepiece, learned on Moses words.

Pieces never cross a word's edge, so that every piece belongs to one Moses word and alignments are
shown in the same words with every tokenizer; in scripts without spaces every piece counts as one.
Text is not normalised again (identity rule).
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Sequence

from pipeline.data.vocabulary import (
    BOS,
    EOS,
    PAD,
    SPECIAL_SYMBOLS,
    UNK,
    WORD_START,
    Vocabulary,
)
from pipeline.refusal import Refusal

NORMALISATION = "identity"
REMEMBERED = 40
"""Characters of the longest word whose pieces are kept: longer ones, clauses in scripts without
spaces, hardly come twice, and would fill the memory."""
LONGEST = 1 << 30
"""Bytes of a sentence that pieces are learned from: all of them. The library leaves out, unasked,
those above 4,192."""
SETTINGS = {
    "normalization_rule_name": NORMALISATION,
    "character_coverage": 1.0,
    "max_sentence_length": LONGEST,
    "num_threads": 1,  # the same pieces on any machine
    "pad_id": PAD,
    "unk_id": UNK,
    "bos_id": BOS,
    "eos_id": EOS,
    "pad_piece": SPECIAL_SYMBOLS[PAD],
    "unk_piece": SPECIAL_SYMBOLS[UNK],
    "bos_piece": SPECIAL_SYMBOLS[BOS],
    "eos_piece": SPECIAL_SYMBOLS[EOS],
}
_LIMIT = re.compile(r"<= *(\d+)")
_CHARACTERS = re.compile(r"required_chars\D*\d+ vs (\d+)")


class Subwords:
    """A learned set of pieces for one side."""

    def __init__(self, model: bytes) -> None:
        from sentencepiece import SentencePieceProcessor

        self.model = model
        self._processor = SentencePieceProcessor(model_proto=model)
        self._pieces: dict[str, list[int]] = {}

    def vocabulary(self) -> Vocabulary:
        """All pieces in the order of their ids, the special symbols first."""
        size = self._processor.get_piece_size()
        return Vocabulary([self._processor.id_to_piece(place) for place in range(size)])

    def ids(self, words: Sequence[str]) -> tuple[list[int], list[int]]:
        """The pieces of ``words``, and for every piece the number of its word.

        A word is cut by itself: a piece never crosses its edges, so its neighbours do not matter.
        """
        pieces: list[int] = []
        word_of: list[int] = []
        for number, word in enumerate(words):
            mine = self._of(word)
            pieces += mine
            word_of += [number] * len(mine)
        return pieces, word_of

    def cut(self, run: str) -> list[str]:
        """The texts of a run's pieces, one for each of its ids; together they are ``run``.

        The first may be empty: the mark of a word's start can be a piece of its own.
        """
        texts = [
            piece.replace(WORD_START, "") for piece in self._processor.encode(run, out_type=str)
        ]
        same = "".join(texts) == run and len(texts) == len(self._of(run))
        return texts if same else [run, *[""] * (len(self._of(run)) - 1)]

    def _of(self, word: str) -> list[int]:
        found = self._pieces.get(word)
        if found is None:
            # A word of nothing but the mark of a word's start has no pieces of its own.
            found = self._processor.encode(word, out_type=int) or [UNK]
            if len(word) <= REMEMBERED:
                self._pieces[word] = found
        return found


def learn(sentences: Iterable[Sequence[str]], kind: str, size: int, side: str) -> Subwords:
    """Learn ``size`` pieces of ``kind`` (bpe, unigram), special symbols not counted.

    As many as the text can give, where those are fewer. ``sentences`` are Moses words of the
    training split, gone through once more in that case, and so no iterator; ``side`` (source or
    target) is for the message where the text needs more pieces for its characters alone.
    """
    from sentencepiece import set_min_log_level

    set_min_log_level(3)  # fatal only: what goes wrong is raised
    try:
        return _learnt(sentences, kind, size)
    except RuntimeError as fault:
        if (most := _LIMIT.search(str(fault))) is None:
            raise Refusal(_why_not(str(fault), kind, size, side)) from None
    try:
        return _learnt(sentences, kind, int(most[1]) - len(SPECIAL_SYMBOLS))
    except RuntimeError as fault:
        raise Refusal(_why_not(str(fault), kind, size, side)) from None


def _learnt(sentences: Iterable[Sequence[str]], kind: str, size: int) -> Subwords:
    """Raises RuntimeError, in the library's words, where ``size`` is too large or too small."""
    from sentencepiece import SentencePieceTrainer

    model = io.BytesIO()
    SentencePieceTrainer.train(
        sentence_iterator=(" ".join(sentence) for sentence in sentences),
        model_writer=model,
        model_type=kind,
        vocab_size=size + len(SPECIAL_SYMBOLS),
        **SETTINGS,
    )
    return Subwords(model.getvalue())


def _why_not(fault: str, kind: str, size: int, side: str) -> str:
    begin = f"tokenizer.{side}_vocabulary is {size:,}"
    if least := _CHARACTERS.search(fault):
        limit = int(least[1]) - len(SPECIAL_SYMBOLS)
        return (
            f"{begin}, but the training split's {side} characters alone need {limit:,} pieces; it "
            "must be at least that."
        )
    return f"{begin}: no {kind} pieces can be learned ({fault.strip()})."
