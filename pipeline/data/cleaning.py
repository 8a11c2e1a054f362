"""Cleaning: what every text goes through before it is split and tokenized, references included.

The rules change how characters are written, never what is said: composed characters (NFC), no
invisible characters but those that say something, one space between words, and the typographic
apostrophe as the plain one, so that ``king’s`` and ``king's`` are the same word on both sides of a
comparison. What one corpus alone needs is in :mod:`pipeline.data.blemishes`.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from pipeline.data.blemishes import blemishes_of
from pipeline.data.joiners import JOINERS, VISIBLE, joined_rightly
from pipeline.data.pairs import Pair
from pipeline.plural import so_many
from pipeline.refusal import Refusal

_APOSTROPHES = {ord(apostrophe): "'" for apostrophe in "\u2019\u02bc"}


class Cleaned(NamedTuple):
    """A clean text, and how many zero-width joiners were kept in it and removed from it."""

    text: str
    joiners_kept: int = 0
    joiners_removed: int = 0


def clean_text(text: str) -> str:
    """Return ``text`` composed, without invisible characters, single-spaced, apostrophes plain.

    Joiners that say something stay: see :mod:`pipeline.data.joiners`.
    """
    return cleaned(text).text


def cleaned(text: str) -> Cleaned:
    """Clean ``text`` and count its joiners."""
    text = unicodedata.normalize("NFC", text).translate(_APOSTROPHES)
    kept = removed = 0
    if not text.isprintable():
        # Cc: controls, of which tabs and line ends count as spaces; Cf: zero width, soft hyphen.
        # Joiners come last: what stood between them and their letters must be gone by then.
        text = "".join(one for one in text if _stays(one))
        text, kept, removed = joined_rightly(text)
        # Two marks that a removed character parted may be in another order now.
        text = unicodedata.normalize("NFC", text)
    return Cleaned(" ".join(text.split()), kept, removed)


def _stays(letter: str) -> bool:
    return (
        letter.isspace()
        or letter in JOINERS
        or letter in VISIBLE
        or unicodedata.category(letter) not in ("Cc", "Cf", "Cs", "Co")
    )


class Cleaning:
    """The cleaned pairs of a corpus, one at a time, and what was done to them, counted.

    The counts are whole when the pairs were gone through, which can be done once.
    """

    def __init__(self, pairs: Iterable[Pair], provenance: dict) -> None:
        """``provenance`` tells corpus and languages, which decide on the corpus's own rules."""
        self._raw, self._name = pairs, provenance["name"]
        self._rules = {
            side: blemishes_of(self._name, provenance[f"{side}_language"])
            for side in ("source", "target")
        }
        self._changed: Counter[str] = Counter()
        self._joiners: Counter[str] = Counter()
        self.seen = self.kept = 0

    def __iter__(self) -> Iterator[Pair]:
        """Yield the pairs of which both sides have text; refuse a corpus that has none of them."""
        for pair in self._raw:
            self.seen += 1
            source = self._clean(pair.source, pair.id, "source")
            target = self._clean(pair.target, pair.id, "target")
            if source and target:
                self.kept += 1
                yield pair._replace(source=source, target=target)
        if not self.kept:
            raise Refusal(
                f"the corpus {self._name!r} is empty: of {so_many(self.seen, 'pair')}, none has "
                "words on both sides. Look at the settings under corpus."
            )

    @property
    def dropped(self) -> dict[str, int]:
        """Reason -> pairs dropped."""
        return {"one side empty": self.seen - self.kept}

    @property
    def changed(self) -> dict[str, dict]:
        """Blemish -> {"what", "sentences"}: sentences changed."""
        return {
            rule.name: {"what": rule.what, "sentences": self._changed[rule.name]}
            for side in self._rules.values()
            for rule in side
        }

    @property
    def joiners(self) -> dict[str, int]:
        """Zero-width joiners and non-joiners of all pairs: those kept, and those removed."""
        return {"kept": self._joiners["kept"], "removed": self._joiners["removed"]}

    def _clean(self, text: str, sentence: str, side: str) -> str:
        done = cleaned(self._repaired(text, sentence, side))
        self._joiners["kept"] += done.joiners_kept
        self._joiners["removed"] += done.joiners_removed
        return done.text

    def _repaired(self, text: str, sentence: str, side: str) -> str:
        for rule in self._rules[side]:
            repaired = rule.repair(text, sentence)
            if repaired != text:
                self._changed[rule.name] += 1
                text = repaired
        return text
