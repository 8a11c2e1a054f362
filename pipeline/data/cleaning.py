"""Cleaning: what every text goes through before it is split and tokenized, references included.

The rules change how characters are written, never what is said: composed characters (NFC), no
invisible characters, one space between words, and the typographic apostrophe as the plain one, so
that ``king’s`` and ``king's`` are the same word on both sides of a comparison. What one corpus
alone needs is in :mod:`pipeline.data.blemishes`.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator

from pipeline.data.blemishes import blemishes_of
from pipeline.data.pairs import Pair
from pipeline.refusal import Refusal

_APOSTROPHES = {ord(apostrophe): "'" for apostrophe in "\u2019\u02bc"}


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
        self.seen = self.kept = 0

    def __iter__(self) -> Iterator[Pair]:
        """Yield the pairs of which both sides have text; refuse a corpus that has none of them."""
        for pair in self._raw:
            self.seen += 1
            source = clean_text(self._repaired(pair.source, pair.id, "source"))
            target = clean_text(self._repaired(pair.target, pair.id, "target"))
            if source and target:
                self.kept += 1
                yield pair._replace(source=source, target=target)
        if not self.kept:
            raise Refusal(
                f"the corpus {self._name!r} is empty: of {self.seen} pairs, none has words on "
                "both sides. Look at the settings under corpus."
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

    def _repaired(self, text: str, sentence: str, side: str) -> str:
        for rule in self._rules[side]:
            repaired = rule.repair(text, sentence)
            if repaired != text:
                self._changed[rule.name] += 1
                text = repaired
        return text
