"""Cleaning: what every text goes through before it is split and tokenized, references included.

The rules change how characters are written, never what is said: composed characters (NFC), no
invisible characters, one space between words, and the typographic apostrophe as the plain one, so
that ``king’s`` and ``king's`` are the same word on both sides of a comparison. What one corpus
alone needs is in :mod:`pipeline.data.blemishes`.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

from pipeline.data.blemishes import Blemish, blemishes_of
from pipeline.data.pairs import Pair
from pipeline.refusal import Refusal

_APOSTROPHES = {ord(apostrophe): "'" for apostrophe in "\u2019\u02bc"}


class Cleaned(NamedTuple):
    """The pairs that are left, and what was done, counted."""

    pairs: list[Pair]
    dropped: dict[str, int]
    """Reason -> pairs dropped."""
    changed: dict[str, dict]
    """Blemish -> {"what", "sentences"}: sentences changed."""


def clean_text(text: str) -> str:
    """Return ``text`` composed, without invisible characters, single-spaced, apostrophes plain."""
    text = unicodedata.normalize("NFC", text).translate(_APOSTROPHES)
    if not text.isprintable():
        # Cc: controls, of which tabs and line ends count as spaces; Cf: zero width, soft hyphen.
        text = "".join(
            kept
            for kept in text
            if kept.isspace() or unicodedata.category(kept) not in ("Cc", "Cf", "Cs", "Co")
        )
    return " ".join(text.split())


def clean(
    pairs: Sequence[Pair],
    provenance: dict,
    shown: Callable[[Sequence[Pair]], Sequence[Pair]] = lambda pairs: pairs,
) -> Cleaned:
    """Clean both sides of every pair; drop the pairs of which one side is empty then.

    ``provenance`` tells corpus and languages, which decide on the corpus's own rules. ``shown``
    may wrap the pairs to show progress. Refuses a corpus of which nothing is left.
    """
    rules = {
        side: blemishes_of(provenance["name"], provenance[f"{side}_language"])
        for side in ("source", "target")
    }
    changed: Counter[str] = Counter()
    kept = []
    for pair in shown(pairs):
        source = clean_text(_repaired(pair.source, pair.id, rules["source"], changed))
        target = clean_text(_repaired(pair.target, pair.id, rules["target"], changed))
        if source and target:
            kept.append(pair._replace(source=source, target=target))
    if not kept:
        raise Refusal(
            f"the corpus {provenance['name']!r} is empty: of {len(pairs)} pairs, none has words on "
            "both sides. Look at the settings under corpus."
        )
    return Cleaned(
        kept,
        {"one side empty": len(pairs) - len(kept)},
        {
            rule.name: {"what": rule.what, "sentences": changed[rule.name]}
            for side in rules.values()
            for rule in side
        },
    )


def _repaired(text: str, sentence: str, rules: Sequence[Blemish], changed: Counter) -> str:
    for rule in rules:
        repaired = rule.repair(text, sentence)
        if repaired != text:
            changed[rule.name] += 1
            text = repaired
    return text
