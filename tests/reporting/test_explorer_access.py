"""The explorer for every reader: dark or printed, by ear, in other scripts, by its address."""

from __future__ import annotations

import pytest

from .contrast import too_faint
from .explorer_page import SYSTEMS, write_page
from .test_explorer_page import (
    ARROW,
    LEFT,
    RIGHT,
    choose,
    focused,
    lit,
    told,
    type_into,
    words,
)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_can_be_read_in_either_scheme(browser, scheme):
    browser.emulate(feature="prefers-color-scheme", value=scheme)
    paper = browser.run("return getComputedStyle(document.body).backgroundColor")
    assert (paper == "rgb(255, 255, 255)") == (scheme == "light")
    for summary in browser.find(".pane:first-child summary, .explorer > details summary"):
        summary.click()
    for word in range(3):  # weights of 0 to 0.8
        browser.hover(words(browser, LEFT, "target")[word])
        assert too_faint(browser) == []
    browser.find("input[value=hard]")[0].click()
    words(browser, LEFT, "source")[2].click()
    assert lit(browser, LEFT, "target") == {"house": 1.0}
    assert too_faint(browser) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_whole_report_can_be_read_in_either_scheme(opened, four, scheme):
    opened.emulate(feature="prefers-color-scheme", value=scheme)
    opened.open(four / "reports" / "report.html")
    assert too_faint(opened) == []
    opened.emulate()


def test_in_forced_colours_the_numbers_have_the_colour_of_text(browser):
    browser.emulate(feature="forced-colors", value="active")
    browser.hover(words(browser, LEFT, "target")[1])
    number, text = browser.run(
        "const word = document.querySelector('.word.lit');"
        "return [getComputedStyle(word, '::after').color, getComputedStyle(document.body).color]"
    )
    assert number == text


def test_the_frame_stands_out_from_the_darkest_cells(browser):
    choose(browser, f"{LEFT} [data-part=system]", 1)
    choose(browser, "[data-part=list]", 2)
    words(browser, LEFT, "target")[2].click()
    framed, touching = browser.run(
        "const c = document.querySelector('.pane canvas');"
        "const { data } = c.getContext('2d').getImageData(0, 0, c.width, c.height);"
        "const is = (at, colour) => colour.every((value, part) => data[4 * at + part] === value);"
        "const frame = [...Array(c.width * c.height).keys()].filter(at => is(at, [179, 71, 0]));"
        "const beside = at => [at - 1, at + 1, at - c.width, at + c.width];"
        "return [frame.length,"
        " frame.filter(at => beside(at).some(next => is(next, [8, 48, 107]))).length]"
    )
    assert framed > 100
    assert touching == 0


def test_numbers_stand_beside_their_words_in_a_script_from_right_to_left(browser):
    choose(browser, "[data-part=list]", 2)
    browser.hover(words(browser, LEFT, "target")[0])
    assert told(browser, LEFT) == "a looks at בראשית 70 %, ברא 30 %"
    starts = browser.run(
        "return [...document.querySelector('[data-part=told]').childNodes].map(node => {"
        " const range = document.createRange(); range.selectNodeContents(node);"
        " return range.getBoundingClientRect().x })"
    )
    assert len(starts) >= 6
    assert starts == sorted(starts)
    assert words(browser, LEFT, "target")[0].get_attribute("aria-label") == (
        "a: looks at בראשית 70\u00a0%, ברא 30\u00a0%"
    )


def test_words_keep_their_language_wherever_they_are_told(browser):
    browser.hover(words(browser, LEFT, "target")[2])
    inside = (
        "return [...arguments[0].querySelectorAll('bdi')].map(one => [one.lang, one.textContent])"
    )
    assert browser.run(inside, browser.find(f"{LEFT} [data-part=told]")[0]) == [
        ["en", "UNK"], ["de", "rote"], ["de", "Haus"],
    ]  # fmt: skip
    browser.find(f"{LEFT} details summary")[0].click()
    browser.wait("return document.querySelector('.pane table')")
    heads = browser.run(inside, browser.find(f"{LEFT} thead")[0])
    assert heads == [["de", "das"], ["de", "rote"], ["de", "Haus"]]
    assert browser.run("return document.querySelector('.word.end').lang") == "en"


def test_words_without_weights_are_a_named_group(browser):
    choose(browser, f"{RIGHT} [data-part=system]", 2)
    for side, name in (("source", "Source words"), ("target", "Translation by")):
        line = browser.find(f"{RIGHT} [data-part={side}]")[0]
        assert line.get_attribute("role") == "group"
        assert line.get_attribute("aria-orientation") is None
        assert name in line.get_attribute("aria-label")
        assert line.find_elements("css selector", "[role], [tabindex]") == []
    words(browser, LEFT, "source")[0].click()
    browser.press("o")
    assert focused(browser) == "das"
    said = browser.find("[aria-live]")[0].get_attribute("textContent")
    assert said == "encdec-50 has no weights"
    choose(browser, f"{RIGHT} [data-part=system]", 1)
    assert browser.find(f"{RIGHT} [data-part=source]")[0].get_attribute("role") == "listbox"


def test_what_the_filter_finds_is_heard(browser):
    type_into(browser, "search", "qq")
    heard = browser.find("[role=status]")
    assert [one.text for one in heard] == ["No sentence fits; 3 in all. Genesis 1 stays below."]
    words(browser, LEFT, "source")[0].click()
    browser.press(ARROW["right"])
    assert focused(browser) == "rote"
    type_into(browser, "search", "green")
    assert heard[0].text == "1 of 1 (3 in all)"


def test_a_page_that_is_returned_to_does_what_its_fields_say(browser):
    browser.find("input[value=hard]")[0].click()
    type_into(browser, "from", "8")
    browser.leave_and_return()
    assert browser.find("input[value=hard]")[0].is_selected()
    assert browser.find("[data-part=from]")[0].get_attribute("value") == "8"
    assert "Genesis 3" in browser.find("[data-part=list] option:checked")[0].text
    assert "beginning" in browser.find("[data-part=reference]")[0].text
    browser.hover(words(browser, LEFT, "target")[0])
    assert lit(browser, LEFT, "source") == {"בראשית": 1.0}


def test_an_address_below_the_explorer_is_kept_when_it_opens(opened, written):
    """In a browser that does not hold the place by itself, as this one would."""
    opened.resize(1280, 1000)
    asked = opened.driver.execute_cdp_cmd(
        "Page.addScriptToEvaluateOnNewDocument",
        {
            "source": "new MutationObserver(() => { const root = document.documentElement;"
            "if (root) root.style.overflowAnchor = 'none' }).observe(document, {childList: true})"
        },
    )
    opened.driver.get("about:blank")
    try:
        opened.open(written, "#after")
        assert opened.run("return document.documentElement.style.overflowAnchor") == "none"
        top = opened.run("return document.getElementById('after').getBoundingClientRect().top")
        assert 0 <= top < 40
    finally:
        opened.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", asked)


def test_one_system_has_the_page_to_itself(opened, tmp_path):
    opened.emulate()
    opened.open(write_page(tmp_path, SYSTEMS[:1]))
    opened.complaints()
    assert len(opened.find(".pane")) == 1
    assert "other system" not in opened.find(".keys")[0].get_attribute("textContent")
    words(opened, LEFT, "source")[1].click()
    opened.press("o")
    assert focused(opened) == "rote"
    assert opened.complaints() == []


def test_in_print_the_matrix_is_whole_and_its_words_keep_their_ground(browser):
    browser.hover(words(browser, LEFT, "target")[1])
    browser.emulate(media="print")
    frame = browser.find(f"{LEFT} .matrix")[0]
    assert frame.value_of_css_property("max-height") == "none"
    assert frame.value_of_css_property("overflow-y") == "visible"
    word = words(browser, LEFT, "source")[2]
    assert word.value_of_css_property("print-color-adjust") == "exact"
    assert browser.find("[data-part=reference]")[0].is_displayed()
    assert not browser.find("[data-part=list]")[0].is_displayed()
    assert not browser.find("[data-part=next]")[0].is_displayed()


@pytest.mark.parametrize("width", [320, 375])
def test_the_explorer_fits_into_a_telephone(browser, width):
    browser.resize(width, 800)
    for sentence in range(3):
        choose(browser, "[data-part=list]", sentence)
        assert browser.run("return document.documentElement.scrollWidth") <= width


def test_the_contents_can_be_reached_in_a_low_window(opened, four):
    opened.resize(1300, 350)
    opened.emulate()
    opened.open(four / "reports" / "report.html")
    last = opened.find("nav a")[-1]
    opened.run("document.getElementById('explorer').scrollIntoView(); arguments[0].focus()", last)
    opened.run("arguments[0].scrollIntoView({block: 'nearest'})", last)
    bottom = opened.run("return arguments[0].getBoundingClientRect().bottom", last)
    assert 0 < bottom <= 350
    assert opened.run("return scrollY") > 350
