"""What is odd in a corpus of a user's own, counted while it is read; nothing is changed here."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from hashlib import blake2b

from pipeline.data.pairs import Pair

LONG = 10_000
"""Characters from which a sentence is counted as very long."""
SAMPLES = 3
SAMPLE_LENGTH = 200

_RIGHT_TO_LEFT = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
_CATEGORIES = {
    "Cc": "sentences with control characters",
    "Cf": "sentences with invisible characters (zero width, direction marks, soft hyphens)",
    "Co": "sentences with private-use characters",
}
HANDLING = {
    "byte order marks": "removed",
    "line ends \\r\\n": "read as \\n",
    "empty lines between records": "skipped: no record stands there, on either side",
    "fields with line ends": "kept, each line end as a space",
    "pairs without a source": "dropped in cleaning",
    "pairs without a target": "dropped in cleaning",
    "pairs with neither": "dropped in cleaning",
    "pairs whose source equals their target": "kept",
    "pairs that repeat an earlier one": "kept; in training dropped where a held-out pair repeats",
    "sentences with control characters": "removed in cleaning; tabs and line ends become spaces",
    "sentences with invisible characters (zero width, direction marks, soft hyphens)": (
        "removed in cleaning, but for joiners between letters or parts of an emoji that they join"
    ),
    "sentences with private-use characters": "removed in cleaning",
    "sentences with replacement characters (U+FFFD)": "kept; something was lost before",
    "sentences not composed (NFC)": "composed in cleaning",
    "sentences with right-to-left script": "kept, in logical order",
    f"sentences of over {LONG:,} characters": "kept; a system's max_words decides in training",
}
"""What is counted -> what becomes of it, in the order of the data card."""


class Findings:
    """Counts over the pairs looked at, and a few of them as samples.

    About 60 bytes of memory for each different pair, to know repetitions by their digest.
    """

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.pairs = 0
        self.samples: list[dict[str, str]] = []
        self._seen: set[bytes] = set()

    def look(self, pair: Pair) -> None:
        """Count ``pair`` in."""
        self.pairs += 1
        source, target = pair.source.strip(), pair.target.strip()
        if source and target:
            if len(self.samples) < SAMPLES:
                cut = (text[:SAMPLE_LENGTH] for text in (source, target))
                self.samples.append({"id": pair.id, "source": next(cut), "target": next(cut)})
            self.counts["pairs whose source equals their target"] += source == target
            digest = blake2b(f"{source}\n{target}".encode(), digest_size=8).digest()
            self.counts["pairs that repeat an earlier one"] += digest in self._seen
            self._seen.add(digest)
        else:
            which = "without a source" if target else "without a target" if source else ""
            self.counts[f"pairs {which or 'with neither'}"] += 1
        for text in (pair.source, pair.target):
            self._sentence(text)

    def told(self) -> list[dict]:
        """All counts above 0, as ``{"what", "count", "handling"}``."""
        return [
            {"what": what, "count": self.counts[what], "handling": handling}
            for what, handling in HANDLING.items()
            if self.counts[what]
        ]

    def _sentence(self, text: str) -> None:
        counts = self.counts
        if text.isascii() and text.isprintable() and len(text) <= LONG:
            return
        if not text.isprintable():
            for category in {unicodedata.category(letter) for letter in text} & _CATEGORIES.keys():
                counts[_CATEGORIES[category]] += 1
        counts["sentences not composed (NFC)"] += not unicodedata.is_normalized("NFC", text)
        counts["sentences with replacement characters (U+FFFD)"] += "\ufffd" in text
        counts["sentences with right-to-left script"] += bool(_RIGHT_TO_LEFT.search(text))
        counts[f"sentences of over {LONG:,} characters"] += len(text) > LONG
