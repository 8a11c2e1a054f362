"""Zero-width joiners: kept where they say something, gone where nobody can see them."""

from __future__ import annotations

import pytest

from pipeline.data.cleaning import Cleaning, clean_text, cleaned
from pipeline.data.pairs import Pair
from pipeline.data.words import word_splitter

ZWNJ, ZWJ = "\u200c", "\u200d"
KEPT = [
    f"می{ZWNJ}روم",  # Persian: prefix and stem
    f"خانه{ZWNJ}های من",
    f"می{ZWNJ}خواهم، نمی{ZWNJ}خواهم.",
    f"سال ۱۴۰۰ ه{ZWJ}.",  # the form of heh that stands for the year of the Hijra
    f"क्{ZWJ}ष और क्ष",  # Devanagari: a half form beside the conjunct
    f"क्{ZWNJ}ष",  # a visible virama
    f"शक्{ZWNJ} है",  # at a word's end, after a virama
    f"র{ZWJ}্যাব",  # Bengali, before the virama
    f"ക{ZWNJ}ക ണ്{ZWJ}",  # Malayalam, the old way to write a chillu
    f"ශ්{ZWJ}රී",  # Sinhala
    f"👩{ZWJ}💻 👩🏽{ZWJ}🚀 ❤️{ZWJ}🔥",
]
NOISE = [
    (f"Haus{ZWNJ}tür", "Haustür"),
    (f"wo{ZWJ}rd", "word"),
    (f"{ZWNJ}می روم{ZWNJ} {ZWNJ}", "می روم"),
    (f"می{ZWNJ}{ZWNJ}{ZWJ}روم", f"می{ZWNJ}روم"),
    (f"می{ZWNJ}\u200b\ufeffروم", f"می{ZWNJ}روم"),
    (f"می{ZWNJ}x", "میx"),
    (f"{ZWJ}क", "क"),
    (f"👩{ZWJ} x{ZWJ}💻", "👩 x💻"),
    (f"e{ZWJ}\u0301", "é"),
    (ZWJ * 5, ""),
]


@pytest.mark.parametrize("text", KEPT)
def test_joiners_that_say_something_stay(text):
    assert cleaned(text) == (text, sum(map(text.count, (ZWNJ, ZWJ))), 0)


@pytest.mark.parametrize(("text", "left"), NOISE)
def test_joiners_that_say_nothing_go(text, left):
    kept = sum(map(left.count, (ZWNJ, ZWJ)))
    assert cleaned(text) == (left, kept, sum(map(text.count, (ZWNJ, ZWJ))) - kept)
    assert clean_text(left) == left


@pytest.mark.parametrize("sign", ["\u0601", "\u06dd", "\u070f"])
def test_format_characters_that_can_be_seen_stay(sign):
    assert clean_text(f"{sign}١٢") == f"{sign}١٢"


def test_joiners_of_a_corpus_are_counted():
    texts = [f"می{ZWNJ}روم", f"x{ZWNJ}y", "plain"]
    cleaning = Cleaning(
        (Pair(str(number), "g", text, "x" + ZWJ) for number, text in enumerate(texts)),
        {"name": "mine", "source_language": "fa", "target_language": "en"},
    )
    assert [pair.source for pair in cleaning] == [f"می{ZWNJ}روم", "xy", "plain"]
    assert cleaning.joiners == {"kept": 1, "removed": 4}


@pytest.mark.parametrize(
    ("language", "text", "words"),
    [
        ("fa", f"من می{ZWNJ}روم، تو نه.", ["من", f"می{ZWNJ}روم", "،", "تو", "نه", "."]),
        ("hi", f"क्{ZWJ}ष हिन्दी है।", [f"क्{ZWJ}ष", "हिन्दी", "है", "।"]),
        ("th", "น้ำ (ดี)", ["น้ำ", "(", "ดี", ")"]),
        ("my", "မြန်မာ", ["မြန်မာ"]),
        ("en", f"an e\u0323 👩🏽{ZWJ}💻👧!", ["an", "e\u0323", f"👩🏽{ZWJ}💻", "👧", "!"]),
    ],
)
def test_words_are_not_cut_at_marks_and_joiners(language, text, words):
    assert word_splitter(language)(text) == words
