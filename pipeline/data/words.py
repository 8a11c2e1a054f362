"""Words: Moses tokenization, as in the papers. Nothing is lower-cased, nothing escaped.

Alignments, lengths and plots are counted in these words with every tokenizer.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from pipeline.data.apostrophes import STAYS_BEFORE
from pipeline.data.joiners import ZWJ, marks


@cache
def _parted(letters: str) -> tuple[re.Pattern, str]:
    """Moses's rule that parts whatever is no letter from its neighbours, with its marks.

    An emoji made of several is one: whatever a joiner binds to it goes with it.
    """
    known = rf"{letters}\s.'`,\-"
    bound = f"[{marks()}]*"
    alone = f"[^{known}{marks()}]"
    return re.compile(f"({alone}{bound}(?:(?<={ZWJ}){alone}{bound})*)"), r" \1 "


def word_splitter(language: str) -> Callable[[str], list[str]]:
    """Return the function text -> Moses words of ``language`` (two or three letters).

    Two things differ from Moses. It parts an apostrophe inside a word from both halves except in
    English, French and Italian (German ``ist ' s``), and so loses where it stood: here it stays
    with the letters after it (``ist 's``), as Moses does for English. And it makes a word of its
    own of every combining mark and joiner that Perl does not count among the letters (Thai tones,
    Persian ``می‌روم``, the parts of an emoji): here they stay with what is before them.
    """
    # Imported here: half a second that a stage which reads tokens should not pay.
    from sacremoses import MosesTokenizer

    moses = MosesTokenizer(lang=language)
    if language not in ("en", *STAYS_BEFORE):
        alpha = moses.IsAlpha
        apostrophe = re.compile(rf"((?<=[{alpha}])'(?=[{alpha}]))|'")
        moses.NON_SPECIFIC_APOSTROPHE = apostrophe, lambda found: " '" if found[1] else " ' "

    moses.PAD_NOT_ISALNUM = _parted(moses.IsAlnum)

    # The same answer as sacremoses gives, which builds this set anew for every full stop.
    lower = frozenset(moses.IsLower)
    moses.islower = lower.issuperset

    def words(text: str) -> list[str]:
        return moses.tokenize(text, aggressive_dash_splits=False, escape=False)

    return words
