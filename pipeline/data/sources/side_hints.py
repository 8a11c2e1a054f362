"""Hints of which language stands on which side: nothing can know that columns were swapped."""

from __future__ import annotations

import unicodedata
from collections import Counter

LOOKED_AT = 2000
"""Pairs from the beginning of the corpus."""

_COMMON = {
    "de": "der die und das nicht ist den ich sie ein zu es mit dem auf",
    "en": "the of and to is that in it you he was for with his they",
    "es": "el la los las que y es una por con del para no se lo",
    "fr": "le la les et des est une que pas dans du je il qui vous",
    "it": "il che e di la un per non sono con del una mi si è",
    "nl": "de het een en van ik niet dat is je op zijn te met er",
    "pt": "o que e do da em um para não uma os com se na ele",
}
_WORDS = {language: frozenset(words.split()) for language, words in _COMMON.items()}


class SideHints:
    """Scripts, and shares of each language's commonest words, of both sides."""

    def __init__(self, source_language: str, target_language: str) -> None:
        self._languages = {"source": source_language, "target": target_language}
        self._scripts: dict[str, Counter[str]] = {side: Counter() for side in self._languages}
        self._words: dict[str, Counter[str]] = {side: Counter() for side in self._languages}
        self._pairs = 0

    def look(self, source: str, target: str) -> None:
        """Count one pair in, while there are fewer than LOOKED_AT."""
        if self._pairs == LOOKED_AT:
            return
        self._pairs += 1
        for side, text in (("source", source[:1000]), ("target", target[:1000])):
            letters = (unicodedata.name(one, "?").split()[0] for one in text if one.isalpha())
            self._scripts[side].update(letters)
            words = text.casefold().split()
            self._words[side]["all"] += len(words)
            for language in set(self._languages.values()) & _WORDS.keys():
                self._words[side][language] += sum(word in _WORDS[language] for word in words)

    def told(self) -> dict:
        """``{"scripts": {side: {script: share}}, "swapped": whether it looks so}``."""
        scripts = {}
        for side, counted in self._scripts.items():
            total = max(1, counted.total())
            scripts[side] = {name.lower(): n / total for name, n in counted.most_common(3)}
        return {"pairs": self._pairs, "scripts": scripts, "swapped": self._swapped()}

    def _swapped(self) -> bool:
        """Whether a side has clearly more of the other language's commonest words than of its own.

        Each language that has a list must say so; without any list nothing is said.
        """
        said = []
        for side, other in (("source", "target"), ("target", "source")):
            language = self._languages[side]
            if language in _WORDS:
                own, there = (
                    self._words[place][language] / max(1, self._words[place]["all"])
                    for place in (side, other)
                )
                said.append(there > 0.03 and there > 2 * own)
        return bool(said) and all(said)
