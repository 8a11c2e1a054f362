"""Words: Moses tokenization, as in the papers. Nothing is lower-cased, nothing escaped.

Alignments, lengths and plots are counted in these words with every tokenizer.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from pipeline.data.apostrophes import STAYS_BEFORE


def word_splitter(language: str) -> Callable[[str], list[str]]:
    """Return the function text -> Moses words of ``language`` (two or three letters).

    One thing differs from Moses: it parts an apostrophe inside a word from both halves except in
    English, French and Italian (German ``ist ' s``), and so loses where it stood. Here it stays
    with the letters after it (``ist 's``), as Moses does for English.
    """
    # Imported here: half a second that a stage which reads tokens should not pay.
    from sacremoses import MosesTokenizer

    moses = MosesTokenizer(lang=language)
    if language not in ("en", *STAYS_BEFORE):
        alpha = moses.IsAlpha
        apostrophe = re.compile(rf"((?<=[{alpha}])'(?=[{alpha}]))|'")
        moses.NON_SPECIFIC_APOSTROPHE = apostrophe, lambda found: " '" if found[1] else " ' "

    # The same answer as sacremoses gives, which builds this set anew for every full stop.
    lower = frozenset(moses.IsLower)
    moses.islower = lower.issuperset

    def words(text: str) -> list[str]:
        return moses.tokenize(text, aggressive_dash_splits=False, escape=False)

    return words
