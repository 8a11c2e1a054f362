"""Fonts that have the glyphs of the corpus, or a warning that names the script without them."""

from __future__ import annotations

import unicodedata
import warnings
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from typing import NamedTuple

from matplotlib import font_manager
from matplotlib.ft2font import FT2Font

BASE = "DejaVu Sans"
"""Comes with matplotlib, so it is there on every machine."""


class Script(NamedTuple):
    """How a script is called, which fonts have it, and in which package of Debian and Ubuntu."""

    name: str
    fonts: tuple[str, ...]
    package: str


_CJK = ("Noto Sans CJK", "Noto Sans JP", "Noto Sans SC", "WenQuanYi", "Source Han", "IPAGothic")
_CJK_PACKAGE = "fonts-noto-cjk"
SYMBOLS = "SYMBOLS"
_SCRIPTS = {
    "CJK": Script("Han", _CJK, _CJK_PACKAGE),
    "HIRAGANA": Script("Hiragana", _CJK, _CJK_PACKAGE),
    "KATAKANA": Script("Katakana", _CJK, _CJK_PACKAGE),
    "FULLWIDTH": Script("full-width letters", _CJK, _CJK_PACKAGE),
    "IDEOGRAPHIC": Script("Han punctuation", _CJK, _CJK_PACKAGE),
    "HANGUL": Script("Hangul", ("Noto Sans CJK", "Noto Sans KR", "Nanum", "UnDotum"), _CJK_PACKAGE),
    SYMBOLS: Script("symbols", ("Noto Sans Symbols", "Noto Emoji", "Symbola"), "fonts-symbola"),
}
"""By the first word of a character's Unicode name; every other script has a Noto font alone."""


class Fonts(NamedTuple):
    """``families`` to draw with, in order; ``missing``: script -> characters no font here has."""

    families: tuple[str, ...]
    missing: dict[str, str]

    def warning(self) -> str | None:
        """One sentence that names every script without glyphs and its font package, or None."""
        if not self.missing:
            return None
        scripts = []
        for key, characters in sorted(self.missing.items()):
            script = _known(key)
            shown = "".join(sorted(characters))[:12]
            scripts.append(f"{script.name} ({shown}), in {script.fonts[0]}, {script.package}")
        return (
            f"No font on this machine has the glyphs of: {'; '.join(scripts)}. They are drawn as "
            "boxes; install the font, named with its package in Debian and Ubuntu, and render "
            "again."
        )


def fonts_for(texts: Iterable[str]) -> Fonts:
    """The fonts that draw every character of ``texts``."""
    # Marks and joiners have no glyph of their own: a font that has the letters places them.
    needed = {c for text in texts for c in text if unicodedata.category(c)[0] not in "MZC"}
    needed -= _covered(font_manager.findfont(BASE))
    families, missing = [BASE], {}
    if needed:
        _know_new_fonts()
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
    if unicodedata.category(character) in ("So", "Sk"):
        return SYMBOLS
    return unicodedata.name(character, "UNNAMED").split(" ")[0].split("-")[0]


def _known(script: str) -> Script:
    name = script.title()
    return _SCRIPTS.get(
        script, Script(name, (f"Noto Sans {name}", f"Noto Serif {name}"), "fonts-noto-core")
    )


def _candidates(script: str) -> list[tuple[str, str]]:
    """Regular fonts here whose name speaks of the script: (family, path), in a fixed order."""
    found: list[tuple[int, str, str]] = []
    # A symbol may have the name of anything.
    for begin, wanted in ((0, _known(script).fonts), (10, _SCRIPTS[SYMBOLS].fonts)):
        found += [
            (begin + wanted.index(prefix), entry.name, entry.fname)
            for entry in font_manager.fontManager.ttflist
            for prefix in wanted
            if entry.name.startswith(prefix)
            and entry.style == "normal"
            and entry.weight in (400, "normal", "regular")
        ]
    return [(name, path) for _, name, path in sorted(found)]


@cache
def _know_new_fonts() -> None:
    """Add the fonts installed since matplotlib listed them: it keeps its list between runs.

    Without this the font that a warning names would be installed, and the warning would stay.
    """
    known = {entry.fname for entry in font_manager.fontManager.ttflist}
    for path in sorted(set(font_manager.findSystemFonts()) - known):
        with suppress(OSError, RuntimeError, ValueError):  # a broken font is no font
            font_manager.fontManager.addfont(path)


@cache
def _covered(path: str) -> frozenset[str]:
    return frozenset(chr(code) for code in FT2Font(path).get_charmap())
