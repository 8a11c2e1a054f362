"""A font that was installed after matplotlib listed the fonts of the machine is found."""

from __future__ import annotations

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from matplotlib import font_manager

from pipeline.reporting.figures import fonts

RARE = "\u9f98"  # of Han, and in no font that comes with matplotlib


@pytest.fixture
def font(tmp_path):
    """A font of one square, under the name of the one that a warning speaks of."""
    pen = TTGlyphPen(None)
    pen.moveTo((0, 0))
    for corner in ((0, 700), (700, 700), (700, 0)):
        pen.lineTo(corner)
    pen.closePath()
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder([".notdef", "square"])
    builder.setupCharacterMap({ord(RARE): "square"})
    builder.setupGlyf({".notdef": pen.glyph(), "square": pen.glyph()})
    builder.setupHorizontalMetrics({".notdef": (700, 0), "square": (700, 0)})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Noto Sans CJK Test", "styleName": "Regular"})
    builder.setupOS2(sTypoAscender=800, usWeightClass=400)
    builder.setupPost()
    path = tmp_path / "square.ttf"
    builder.save(path)
    return str(path)


@pytest.fixture(autouse=True)
def listed(monkeypatch):
    """Matplotlib's own fonts alone, as it listed them before anything was installed."""
    own = [one for one in font_manager.fontManager.ttflist if "DejaVu" in one.name]
    monkeypatch.setattr(font_manager.fontManager, "ttflist", own)
    fonts._know_new_fonts.cache_clear()
    yield
    fonts._know_new_fonts.cache_clear()


def test_a_font_installed_since_is_found(monkeypatch, font):
    monkeypatch.setattr(font_manager, "findSystemFonts", lambda: [font])
    found = fonts.fonts_for([f"a{RARE}"])
    assert found.families[-1] == "Noto Sans CJK Test"
    assert not found.missing


def test_a_broken_font_is_no_font(monkeypatch, tmp_path):
    broken = tmp_path / "broken.ttf"
    broken.write_bytes(b"no font")
    monkeypatch.setattr(font_manager, "findSystemFonts", lambda: [str(broken)])
    assert fonts.fonts_for([RARE]).missing == {"CJK": RARE}
