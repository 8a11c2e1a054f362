"""The page for those who hear it, or see it in a narrow window."""

from __future__ import annotations

from .rendering import document
from .test_documents import page


def test_each_text_says_its_language(four):
    html = document(four, "report.html")
    assert '<html lang="en">' in html
    part = html[html.index('id="long"') : html.index('id="beyond"')]
    assert part.count('<dd dir="auto" lang="de">') == 2  # two sentences, each with its source
    assert part.count('<dd dir="auto" lang="en">') == 2 * 3
    assert html.count('role="listbox" aria-orientation="horizontal" dir="auto" lang="de"') == 1


def test_a_table_that_is_shown_as_cards_is_still_a_table(four):
    found = page(four)
    rows = [attributes for tag, attributes in found.tags if tag == "tr"]
    assert len(rows) > 40
    assert {attributes.get("role") for attributes in rows} == {"row"}
    cells = {attributes.get("role") for tag, attributes in found.tags if tag in ("td", "th")}
    assert cells == {"cell", "rowheader", "columnheader"}


def test_images_are_told_to_those_who_cannot_see_them(four):
    images = [attributes for tag, attributes in page(four).tags if tag == "img"]
    assert len(images) >= 7
    assert all(len(image["alt"]) > 40 for image in images)
