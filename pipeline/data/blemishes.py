"""Blemishes that one corpus has, and the rules that mend them.

``bible-de-en``, German side: Psalm superscriptions stand in verse 1 but are missing in the English
text; where the counting of verses was changed, ``(-)`` was left behind; stray braces and dashes.
Each rule is narrow enough to be read beside all that it changes.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple


class Blemish(NamedTuple):
    """One rule: ``repair(text, id of the sentence)`` returns the text mended, or as it was."""

    name: str
    what: str
    repair: Callable[[str, str], str]


_PSALM_OPENING = re.compile(r"Psalter \d+:1")
_SUPERSCRIPTION = re.compile(
    r"Eine? (gülden )?"
    r"(Psalm|Psalmlied|Dankpsalm|Lied|Loblied|Brautlied|Gebet|Lob|Kleinod|Unterweisung)\b"
    r"|Des Salomo\.|Davids\.|Die Unschuld Davids,|Auf der Gittith,"
)
_SEAM = re.compile(r" {2,}")
_SENTENCE_END = re.compile(r"\. ")


def without_superscription(text: str, sentence: str) -> str:
    """Return the first verse of a Psalm without its superscription (``Ein Psalm Davids, ...``).

    It is known by its first words. It ends at the last run of spaces, which the text has after
    the longer ones, and else with the first sentence. In Psalm 18 the words that lead over to the
    Psalm (``und sprach:``) go with it.
    """
    body = text.strip()
    if not (_PSALM_OPENING.fullmatch(sentence) and _SUPERSCRIPTION.match(body)):
        return text
    ends = list(_SEAM.finditer(body)) or list(_SENTENCE_END.finditer(body))[:1]
    return body[ends[-1].end() :].removeprefix("und sprach: ") if ends else text


def _stripped(pattern: str) -> Callable[[str, str], str]:
    compiled = re.compile(pattern)
    return lambda text, sentence: compiled.sub("", text)


_GERMAN_BIBLE = (
    Blemish(
        "psalm superscription",
        "the superscription in a Psalm's first German verse, which the English text lacks, removed",
        without_superscription,
    ),
    Blemish(
        "verse marker",
        "the mark (-) before a German verse whose number was changed, removed",
        _stripped(r"^\s*\(-\)"),
    ),
    Blemish(
        "stray braces",
        "empty braces {} in the German text, removed",
        _stripped(r"\{\}"),
    ),
    Blemish(
        "leading dash",
        "a dash before the first word of a German verse, removed",
        _stripped(r"^\s*-\s"),
    ),
)

_RULES = {("bible-de-en", "de"): _GERMAN_BIBLE}


def blemishes_of(corpus: str, language: str) -> tuple[Blemish, ...]:
    """The rules for one side of a corpus; most corpora have none."""
    return _RULES.get((corpus, language), ())
