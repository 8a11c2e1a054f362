"""The shortlist: the most frequent words of the training split, as in the papers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from pipeline.data.vocabulary import SPECIAL_SYMBOLS, Vocabulary
from pipeline.refusal import Refusal


def shortlist(sentences: Iterable[Sequence[str]], size: int, side: str) -> Vocabulary:
    """The ``size`` most frequent words of ``sentences``; equally frequent ones in code point order.

    ``side`` (source or target) is for the message where there are fewer distinct words.
    """
    counts = Counter(word for sentence in sentences for word in sentence)
    for symbol in SPECIAL_SYMBOLS:
        counts.pop(symbol, None)
    if size > len(counts):
        raise Refusal(
            f"tokenizer.{side}_vocabulary is {size:,}, but the training split has only "
            f"{len(counts):,} distinct {side} words; it may be at most that."
        )
    ranked = sorted(counts, key=lambda word: (-counts[word], word))
    return Vocabulary([*SPECIAL_SYMBOLS, *ranked[:size]])
