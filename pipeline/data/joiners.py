"""Characters that nobody sees and that yet say something: which of them a text keeps.

The zero width joiner and non-joiner carry meaning in scripts whose letters join or stack: Persian
``می‌روم`` is written with a non-joiner between prefix and stem, in Devanagari and its relatives
the two choose between forms of a conjunct (The Unicode Standard, chapters 9, 12 and 23.2), and a
joiner makes one emoji out of several (UTS #51). Between other characters they are left over from
typesetting, and two texts that look alike would be different words.
"""

from __future__ import annotations

import re
import sys
import unicodedata
from functools import cache

ZWNJ, ZWJ, MONGOLIAN_SEPARATOR = "\u200c", "\u200d", "\u180e"
JOINERS = ZWNJ + ZWJ + MONGOLIAN_SEPARATOR

_JOINING = frozenset(
    "ARABIC SYRIAC MANDAIC NKO MONGOLIAN PHAGS-PA MANICHAEAN ADLAM HANIFI SOGDIAN".split()
)
"""Scripts whose letters join, by the first word of their characters' names."""
_STACKING = frozenset(
    "DEVANAGARI BENGALI GURMUKHI GUJARATI ORIYA TAMIL TELUGU KANNADA MALAYALAM SINHALA KHMER "
    "MYANMAR TIBETAN BALINESE JAVANESE SUNDANESE CHAKMA GRANTHA NEWA TIRHUTA SIDDHAM MODI "
    "SHARADA KAITHI BRAHMI BUGINESE LEPCHA LIMBU TAI".split()
)
"""Scripts whose letters stack or form conjuncts."""
_VIRAMA = 9
"""Canonical combining class of the marks that bind consonants to the next."""
VISIBLE = frozenset(
    [*map(chr, range(0x600, 0x606)), *"\u06dd\u070f\u0890\u0891\u08e2\U000110bd\U000110cd"]
)
"""Format characters with a shape of their own: signs of number and year, the end of a verse."""
MODIFIERS = "".join(map(chr, range(0x1F3FB, 0x1F400)))
"""Skin tones: part of the emoji before them."""

_RUN = re.compile(f"[{JOINERS}]+")


def joined_rightly(text: str) -> tuple[str, int, int]:
    """Return ``text`` with the joiners that say something, how many those are, and how many went.

    Of several in a row the first decides. One is kept after and before a letter of a script that
    joins or stacks; after a virama, or as a joiner after an Arabic letter, at the end of a word
    too; and between two parts of an emoji.
    """
    kept = gone = 0

    def chosen(found: re.Match) -> str:
        nonlocal kept, gone
        run = found[0]
        begin, end = found.span()
        keep = _says_something(text[max(0, begin - 1) : begin], run[0], text[end : end + 1])
        kept += keep
        gone += len(run) - keep
        return run[0] if keep else ""

    return _RUN.sub(chosen, text), kept, gone


def _says_something(before: str, joiner: str, after: str) -> bool:
    first, second = _script(before), _script(after)
    if joiner == MONGOLIAN_SEPARATOR:
        return first == second == "MONGOLIAN"
    if first in _JOINING | _STACKING and second in _JOINING | _STACKING:
        return True
    if joiner == ZWJ and _pictured(before):
        return unicodedata.category(after or " ") in ("So", "Sm")
    if before and unicodedata.combining(before) == _VIRAMA:
        return True
    return joiner == ZWJ and first in _JOINING


def _pictured(before: str) -> bool:
    """Whether an emoji ends here: a symbol, its skin tone, or the choice of its coloured form."""
    return bool(before) and (
        before == "\ufe0f" or before in MODIFIERS or unicodedata.category(before) in ("So", "Sm")
    )


@cache
def _script(letter: str) -> str:
    """The script of a letter or a mark, as the first word of its name; of anything else none."""
    if not letter or unicodedata.category(letter)[0] not in "LM":
        return ""
    return unicodedata.name(letter, "").split(" ")[0]


@cache
def marks() -> str:
    """All that belongs to the character before it: combining marks, joiners, skin tones."""
    combining = (
        chr(code) for code in range(sys.maxunicode + 1) if unicodedata.category(chr(code))[0] == "M"
    )
    return "".join(combining) + JOINERS + MODIFIERS
