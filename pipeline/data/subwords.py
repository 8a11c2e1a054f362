"""Subwords: BPE or unigram pieces by sentencepiece, learned on Moses words.

Pieces never cross a word's edge, so that every piece belongs to one Moses word and alignments are
shown in the same words with every tokenizer. Text is not normalised again (identity rule).
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Sequence

from pipeline.data.vocabulary import BOS, EOS, PAD, SPECIAL_SYMBOLS, UNK, Vocabulary
from pipeline.refusal import Refusal

NORMALISATION = "identity"
SETTINGS = {
    "normalization_rule_name": NORMALISATION,
    "character_coverage": 1.0,
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
            if word not in self._pieces:
                # A word of nothing but the mark of a word's start has no pieces of its own.
                self._pieces[word] = self._processor.encode(word, out_type=int) or [UNK]
            pieces += self._pieces[word]
            word_of += [number] * len(self._pieces[word])
        return pieces, word_of


def learn(sentences: Iterable[Sequence[str]], kind: str, size: int, side: str) -> Subwords:
    """Learn ``size`` pieces of ``kind`` (bpe, unigram), special symbols not counted.

    ``sentences`` are Moses words of the training split; ``side`` (source or target) is for the
    message where the text cannot give so many pieces, or needs more for its characters alone.
    """
    from sentencepiece import SentencePieceTrainer, set_min_log_level

    set_min_log_level(3)  # fatal only: what goes wrong is raised
    model = io.BytesIO()
    try:
        SentencePieceTrainer.train(
            sentence_iterator=(" ".join(sentence) for sentence in sentences),
            model_writer=model,
            model_type=kind,
            vocab_size=size + len(SPECIAL_SYMBOLS),
            **SETTINGS,
        )
    except RuntimeError as fault:
        raise Refusal(_why_not(str(fault), kind, size, side)) from None
    return Subwords(model.getvalue())


def _why_not(fault: str, kind: str, size: int, side: str) -> str:
    begin = f"tokenizer.{side}_vocabulary is {size:,}"
    most, least = _LIMIT.search(fault), _CHARACTERS.search(fault)
    if most:
        limit = int(most[1]) - len(SPECIAL_SYMBOLS)
        return f"{begin}, but the training split gives at most {limit:,} {kind} pieces."
    if least:
        limit = int(least[1]) - len(SPECIAL_SYMBOLS)
        return (
            f"{begin}, but the training split's {side} characters alone need {limit:,} pieces; it "
            "must be at least that."
        )
    return f"{begin}: no {kind} pieces can be learned ({fault.strip()})."
