"""Fonts that have the glyphs of the corpus, or a warning that names the script without them."""

from __future__ import annotations

import unicodedata
import warnings
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from matplotlib import font_manager
from matplotlib.ft2font import FT2Font

BASE = "DejaVu Sans"
"""Comes with matplotlib, so it is there on every machine."""

_HAN = ("Noto Sans CJK", "Noto Sans JP", "Noto Sans SC", "WenQuanYi", "Source Han", "IPAGothic")
_NAMES = {
    "CJK": _HAN,
    "HIRAGANA": _HAN,
    "KATAKANA": _HAN,
    "HANGUL": ("Noto Sans CJK", "Noto Sans KR", "Nanum", "UnDotum"),
}


class Fonts(NamedTuple):
    """``families`` to draw with, in order; ``missing``: script -> characters no font here has."""

    families: tuple[str, ...]
    missing: dict[str, str]

    def warning(self) -> str | None:
        """One sentence that names every script without glyphs, or None."""
        if not self.missing:
            return None
        scripts = "; ".join(
            f"{script if script == 'CJK' else script.title()} ({''.join(sorted(characters))[:12]})"
            for script, characters in sorted(self.missing.items())
        )
        return (
            f"No font on this machine has the glyphs of: {scripts}. They are drawn as boxes; "
            "install a font that has them (Noto fonts cover nearly every script) and render again."
        )


def fonts_for(texts: Iterable[str]) -> Fonts:
    """The fonts that draw every character of ``texts``."""
    needed = {c for text in texts for c in text if not (c.isspace() or unicodedata.combining(c))}
    needed -= _covered(font_manager.findfont(BASE))
    families, missing = [BASE], {}
    for script in sorted({_script(character) for character in needed}):
        lacking = {character for character in needed if _script(character) == script}
        for family, path in _candidates(script):
            if not lacking:
                break
            if lacking & _covered(path):
                families.append(family)
                lacking -= _covered(path)
        if lacking:
            missing[script] = "".join(sorted(lacking))
    return Fonts(tuple(dict.fromkeys(families)), missing)


def quietly_boxed() -> None:
    """Silence matplotlib's own warning for each missing glyph: ours says it once."""
    warnings.filterwarnings("ignore", message="Glyph .* missing from font")


def _script(character: str) -> str:
    """The script of a character, as the first word of its Unicode name."""
    return unicodedata.name(character, "UNNAMED").split(" ")[0].split("-")[0]


def _candidates(script: str) -> list[tuple[str, str]]:
    """Regular fonts here whose name speaks of the script: (family, path), in a fixed order."""
    wanted = _NAMES.get(script, (f"Noto Sans {script.title()}", f"Noto Serif {script.title()}"))
    found = [
        (wanted.index(prefix), entry.name, entry.fname)
        for entry in font_manager.fontManager.ttflist
        for prefix in wanted
        if entry.name.startswith(prefix)
        and entry.style == "normal"
        and entry.weight in (400, "normal", "regular")
    ]
    symbols = [
        (len(wanted), entry.name, entry.fname)
        for entry in font_manager.fontManager.ttflist
        if entry.name.startswith(("Noto Sans Symbols", "Noto Emoji"))
    ]
    return [(name, path) for _, name, path in sorted(found) + sorted(symbols)]


@cache
def _covered(path: str) -> frozenset[str]:
    return frozenset(chr(code) for code in FT2Font(path).get_charmap())
