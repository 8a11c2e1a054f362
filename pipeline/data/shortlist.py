"""The shortlist: the most frequent words of the training split, as in the papers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from pipeline.data.vocabulary import SPECIAL_SYMBOLS, Vocabulary
from pipeline.refusal import Refusal


def shortlist(sentences: Iterable[Sequence[str]], size: int, side: str) -> Vocabulary:
    """The ``size`` most frequent words of ``sentences``; equally frequent ones in code point order.

    All of them, where there are fewer. ``side`` (source or target) is for the message where there
    is none.
    """
    counts = Counter(word for sentence in sentences for word in sentence)
    for symbol in SPECIAL_SYMBOLS:
        counts.pop(symbol, None)
    if not counts:
        special = ", ".join(SPECIAL_SYMBOLS)
        raise Refusal(
            f"the {side} of the training split has no word but those that the pipeline has a "
            f"meaning of its own for ({special}): look at the corpus."
        )
    ranked = sorted(counts, key=lambda word: (-counts[word], word))
    return Vocabulary([*SPECIAL_SYMBOLS, *ranked[:size]])
