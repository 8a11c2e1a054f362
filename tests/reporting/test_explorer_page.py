"""The explorer as its readers use it: in a browser, by pointer and by keyboard."""

from __future__ import annotations

import pytest

from .browser import Browser
from .explorer_page import HOSTILE

LEFT, RIGHT = ".pane:nth-child(1)", ".pane:nth-child(2)"
ARROW = {"left": "\ue012", "up": "\ue013", "right": "\ue014", "down": "\ue015"}
HOME, END, PAGE_UP, PAGE_DOWN, ESCAPE, TAB = "\ue011\ue010\ue00e\ue00f\ue00c\ue004"


def words(browser: Browser, pane: str, side: str) -> list:
    return browser.find(f"{pane} [data-part={side}] .word")


def lit(browser: Browser, pane: str, side: str) -> dict[str, float]:
    """The words of a line that are lit, and how strongly."""
    shown = {
        word.text.split("\n")[0]: float(
            browser.run("return arguments[0].style.getPropertyValue('--weight') || '0'", word)
        )
        for word in words(browser, pane, side)
    }
    return {word: weight for word, weight in shown.items() if weight > 0}


def focused(browser: Browser) -> str:
    return browser.run("return document.activeElement.textContent")


def told(browser: Browser, pane: str) -> str:
    return browser.find(f"{pane} [data-part=told]")[0].text


def choose(browser: Browser, selector: str, index: int) -> None:
    """Choose an option of a select as a reader would have."""
    browser.run(
        "const list = arguments[0]; list.selectedIndex = arguments[1];"
        "list.dispatchEvent(new Event('change'))",
        browser.find(selector)[0],
        index,
    )


def type_into(browser: Browser, part: str, text: str) -> None:
    field = browser.find(f"[data-part={part}]")[0]
    field.clear()
    field.send_keys(text)


def sentences(browser: Browser) -> list[str]:
    return [
        option.get_attribute("textContent") for option in browser.find("[data-part=list] option")
    ]


def test_a_report_opens_without_a_complaint_and_asks_for_nothing(opened, four):
    opened.requests()
    opened.open(four / "reports" / "report.html")
    opened.hover(words(opened, LEFT, "target")[2])
    assert opened.complaints() == []
    asked = [url for url in opened.requests() if not url.startswith("data:")]
    assert asked == [(four / "reports" / "report.html").resolve().as_uri()]
    assert len(sentences(opened)) == 80
    assert not opened.find("#explorer-without")[0].is_displayed()


def test_a_target_word_lights_the_source_words_that_it_looks_at(browser):
    browser.hover(words(browser, LEFT, "target")[1])
    assert lit(browser, LEFT, "source") == pytest.approx(
        {"das": 0.1, "rote": 0.1, "Haus": 0.8}, abs=0.003
    )
    assert told(browser, LEFT) == "house looks at Haus 80 %, das 10 %, rote 10 %"
    numbers = [word.get_attribute("data-weight") for word in words(browser, LEFT, "source")]
    assert numbers == ["10", "10", "80", ""]
    assert lit(browser, RIGHT, "source") == {}
    grounds = [word.value_of_css_property("background-color") for word in
               words(browser, LEFT, "source")]  # fmt: skip
    assert len(set(grounds)) == 3  # as many as different weights
    browser.hover(browser.find("[data-part=reference]")[0])
    assert lit(browser, LEFT, "source") == {}


def test_a_source_word_shows_where_it_went_in_both_panes(browser):
    browser.hover(words(browser, LEFT, "source")[2])
    assert lit(browser, LEFT, "target") == pytest.approx(
        {"house": 0.8, "UNK": 0.1, "(end)": 0.1}, abs=0.003
    )
    assert lit(browser, RIGHT, "target") == pytest.approx({"house": 0.8}, abs=0.003)
    assert told(browser, RIGHT) == "Haus went to house 80 %"


def test_hard_joins_each_word_to_one(browser):
    browser.find("input[value=hard]")[0].click()
    browser.hover(words(browser, LEFT, "target")[2])
    assert lit(browser, LEFT, "source") == {"rote": 1.0}
    assert not any(word.get_attribute("data-weight") for word in words(browser, LEFT, "source"))
    browser.hover(words(browser, LEFT, "target")[3])
    assert lit(browser, LEFT, "source") == {}
    browser.hover(words(browser, LEFT, "source")[0])
    assert told(browser, LEFT) == "das went to the"
    assert told(browser, RIGHT) == "das went to no word"


def test_a_word_stays_lit_when_it_was_clicked(browser):
    words(browser, LEFT, "target")[0].click()
    browser.hover(words(browser, LEFT, "target")[1])
    browser.hover(browser.find("[data-part=reference]")[0])
    assert told(browser, LEFT).startswith("the looks at das 80 %")


def test_the_keyboard_reaches_every_word(browser):
    browser.run("document.querySelector('[data-part=system]').focus()")
    browser.press(TAB)
    assert focused(browser) == "das"
    browser.press(ARROW["right"])
    assert focused(browser) == "rote"
    assert told(browser, LEFT) == "rote went to UNK 60 %, the 20 %, house 10 %"
    browser.press(ARROW["down"])
    assert focused(browser) == "UNK"
    assert lit(browser, LEFT, "source") == pytest.approx(
        {"rote": 0.6, "Haus": 0.1, "(end)": 0.3}, abs=0.003
    )
    browser.press(ARROW["left"], ARROW["up"])
    assert focused(browser) == "Haus"
    browser.press(END, ARROW["right"])
    assert focused(browser) == "(end)"
    browser.press(HOME)
    assert focused(browser) == "das"
    browser.press("o")
    assert focused(browser) == "das"
    assert browser.run(
        "return document.activeElement.closest('.pane').matches(arguments[0])", RIGHT
    )
    browser.press(ESCAPE)
    assert lit(browser, LEFT, "target") == lit(browser, RIGHT, "target") == {}


def test_the_keyboard_turns_the_mode_and_the_sentences(browser):
    words(browser, LEFT, "target")[2].click()
    browser.press("s")
    assert focused(browser) == "UNK"
    assert browser.find("input[value=hard]")[0].is_selected()
    assert lit(browser, LEFT, "source") == {"rote": 1.0}
    browser.press("s", PAGE_DOWN)
    assert "2 of 3" in browser.find("[data-part=count]")[0].text
    assert focused(browser) == HOSTILE[0]
    browser.press(PAGE_UP, PAGE_UP)
    assert "1 of 3" in browser.find("[data-part=count]")[0].text
    assert focused(browser) == "the"


def test_one_word_of_a_line_is_in_the_order_of_tabs(browser):
    words(browser, LEFT, "source")[1].click()
    browser.press(ARROW["right"])
    reachable = browser.find(f"{LEFT} [data-part=source] [tabindex='0']")
    assert [word.text for word in reachable] == ["Haus"]


def test_sentences_are_found_by_length_and_text(browser):
    assert len(sentences(browser)) == 3
    type_into(browser, "from", "7")
    type_into(browser, "to", "7")
    assert [one.split(" · ")[:2] for one in sentences(browser)] == [["7", "Genesis 2"]]
    assert browser.find("[data-part=reference]")[0].text == "nothing </script> runs"
    type_into(browser, "from", "1")
    type_into(browser, "search", "HAÜS")
    assert [one.split(" · ")[1] for one in sentences(browser)] == ["Genesis 1"]
    type_into(browser, "search", "nowhere")
    assert sentences(browser) == []
    assert browser.find("[data-part=count]")[0].text == (
        "No sentence fits; 3 in all. Genesis 2 stays below."
    )


def test_previous_and_next_stop_at_the_ends(browser):
    previous, after = browser.find("[data-part=previous]")[0], browser.find("[data-part=next]")[0]
    assert previous.get_attribute("aria-disabled") == "true"
    previous.click()
    assert "1 of 3" in browser.find("[data-part=count]")[0].text
    for _ in range(3):
        after.click()
    assert after.get_attribute("aria-disabled") == "true"
    assert focused(browser) == "Next"  # it can still be left by Tab from where it stands
    assert "Genesis 3" in browser.find("[data-part=list] option:checked")[0].text


def test_a_fixed_context_has_a_translation_and_no_weights(browser):
    choose(browser, f"{RIGHT} [data-part=system]", 2)
    assert [word.text for word in words(browser, RIGHT, "target")] == ["the", "green", "house"]
    assert browser.find(f"{RIGHT} [data-part=bleu]")[0].text.endswith("12.3")
    assert "no weights" in told(browser, RIGHT)
    assert not browser.find(f"{RIGHT} canvas")[0].is_displayed()
    browser.hover(words(browser, LEFT, "source")[2])
    assert lit(browser, RIGHT, "target") == {}
    assert browser.complaints() == []


def test_a_screen_reader_hears_the_weights(browser):
    word = words(browser, LEFT, "target")[0]
    assert word.get_attribute("role") == "option"
    assert word.get_attribute("aria-label") == "the: looks at das 80\u00a0%, rote 20\u00a0%"
    word.click()
    assert word.get_attribute("aria-selected") == "true"
    assert "Genesis 1" in browser.find("[aria-live]")[0].get_attribute("textContent")
    browser.find(f"{LEFT} details summary")[0].click()
    browser.wait("return document.querySelector('.pane table')")
    table = browser.find(f"{LEFT} table")[0]
    rows = [row.text.split() for row in table.find_elements("css selector", "tbody tr")]
    assert rows == [
        ["the", "80", "20", "0", "0"],
        ["house", "10", "10", "80", "0"],
        ["UNK", "0", "60", "10", "30"],
        ["(end)", "0", "0", "10", "90"],
    ]


def test_the_matrix_is_drawn_and_points_back(browser):
    painted = (
        "const c = document.querySelector('.pane canvas');"
        "const d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;"
        "let sum = 0; for (const value of d) sum += value; return sum"
    )
    soft = browser.run(painted)
    browser.find("input[value=hard]")[0].click()
    assert browser.run(painted) != soft > 0
    browser.hover(browser.find(f"{LEFT} canvas")[0])
    assert "Here:" in told(browser, LEFT)


def test_a_sentence_that_is_markup_is_shown(browser):
    choose(browser, "[data-part=list]", 1)
    assert [word.text for word in words(browser, LEFT, "source")] == [*HOSTILE, "(end)"]
    assert browser.run("return document.querySelectorAll('img, main script').length") == 1
    assert browser.complaints() == []


def test_a_script_from_right_to_left_is_walked_as_it_stands(browser):
    choose(browser, "[data-part=list]", 2)
    source = words(browser, LEFT, "source")
    assert source[0].rect["x"] > source[1].rect["x"]
    source[1].click()
    browser.press(ARROW["right"])
    assert focused(browser) == source[0].text
    browser.press(ARROW["left"], ARROW["left"])
    assert focused(browser) == source[2].text
    target = words(browser, LEFT, "target")
    assert target[0].rect["x"] < target[1].rect["x"]


@pytest.mark.parametrize("width", [390, 820, 1280])
def test_nothing_is_wider_than_the_window(opened, four, width):
    opened.resize(width, 900)
    opened.open(four / "reports" / "report.html")
    assert opened.run("return document.documentElement.scrollWidth") <= width
    wide = opened.run(
        "return [...document.querySelectorAll('.stacks')]"
        ".filter(table => table.parentElement.scrollWidth > table.parentElement.clientWidth)"
        ".map(table => table.parentElement.getAttribute('aria-label'))"
    )
    assert wide == []
    assert opened.find("table.stacks")
    over = opened.run(
        "return [...document.querySelectorAll('.verdicts tbody td, .verdicts tbody th')]"
        ".filter(cell => cell.scrollWidth > cell.clientWidth + 1).map(cell => cell.textContent)"
    )
    assert over == []
    table = opened.find("table.verdicts")[0]
    assert table.rect["width"] <= width


def test_without_javascript_the_page_says_so(opened, written):
    opened.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        opened.driver.get(written.resolve().as_uri())
        assert opened.find("#explorer-without")[0].is_displayed()
        assert not opened.find("#explorer-app")[0].is_displayed()
    finally:
        opened.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
