"""Cleaning: how characters are written changes, what is said does not; one corpus's blemishes."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from pipeline.data.blemishes import without_superscription
from pipeline.data.cleaning import Cleaning, clean_text
from pipeline.data.pairs import Pair
from pipeline.refusal import Refusal

BIBLE = {"name": "bible-de-en", "source_language": "de", "target_language": "en"}
OTHER = BIBLE | {"name": "other"}


class Cleaned(NamedTuple):
    pairs: list
    dropped: dict
    changed: dict


def clean(pairs, provenance):
    """Go through all pairs, and look at the counts then."""
    cleaning = Cleaning(pairs, provenance)
    return Cleaned(list(cleaning), cleaning.dropped, cleaning.changed)


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("  two   spaces\tand\na line ", "two spaces and a line"),
        ("the king’s sonsʼ", "the king's sons'"),
        ("u\u0308ber", "über"),
        ("zero\u200bwidth soft\u00adhyphen \ufeffmark", "zerowidth softhyphen mark"),
        ("bell\u0007", "bell"),
        ("no\u00a0break\u2028line", "no break line"),
        ("„quoted“ — “so” [or] {so} a/b", "„quoted“ — “so” [or] {so} a/b"),
        ("Cæsar, Ænon", "Cæsar, Ænon"),
    ],
)
def test_clean_text(text, cleaned):
    assert clean_text(text) == cleaned
    assert clean_text(cleaned) == cleaned


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Ein Psalm Davids. HERR, höre. Und hilf.", "HERR, höre. Und hilf."),
        ("Ein Psalm Davids, vorzusingen;  da er kam.  Gott, hilf. Bald!", "Gott, hilf. Bald!"),
        ("Eine Unterweisung Davids, da einer sprach: Er floh.  Was ist? ", "Was ist?"),
        ("Ein Lied. Noch eines von Heman.  HERR, mein Heil!", "HERR, mein Heil!"),
        ("Des Salomo. Gott, richte!", "Gott, richte!"),
        ("Davids. Ich danke dir.", "Ich danke dir."),
        ("Ein Psalm, zur Zeit der Not,   und sprach: Ich liebe dich.", "Ich liebe dich."),
        ("Halleluja! Lobet den Herrn.", "Halleluja! Lobet den Herrn."),
        ("Davids Sohn. Er kam.", "Davids Sohn. Er kam."),
        ("Ein Psalm Davids", "Ein Psalm Davids"),
    ],
)
def test_psalm_superscriptions(text, left):
    assert without_superscription(text, "Psalter 3:1") == left
    for sentence in ("Psalter 3:2", "Psalter 13:11", "Jesaja 3:1"):
        assert without_superscription(text, sentence) == text


def test_blemishes_are_mended_and_counted():
    pairs = [
        Pair("2 Samuel 19:1", "2 Samuel 19", "(-) Da kam  er.", "He came."),
        Pair("Psalter 3:1", "Psalter 3", " Ein Psalm. Du bist (-) gut.", "Thou art good."),
        Pair("Johannes 8:6", "Johannes 8", "Er schrieb. {} {}", "He wrote."),
        Pair("Prediger 6:12", "Prediger 6", "- Denn wer -, weiß?", "Who knoweth?"),
    ]
    cleaned = clean(pairs, BIBLE)
    assert [pair.source for pair in cleaned.pairs] == [
        "Da kam er.",
        "Du bist (-) gut.",
        "Er schrieb.",
        "Denn wer -, weiß?",
    ]
    counts = {name: one["sentences"] for name, one in cleaned.changed.items()}
    assert counts == {
        "psalm superscription": 1,
        "verse marker": 1,
        "stray braces": 1,
        "leading dash": 1,
    }


def test_a_leading_space_hides_no_superscription():
    pair = Pair("Psalter 3:1", "Psalter 3", "  Ein Psalm Davids. HERR, höre.", "Hear.")
    assert clean([pair], BIBLE).pairs[0].source == "HERR, höre."


def test_blemishes_belong_to_their_corpus_and_side():
    pair = Pair("Psalter 3:1", "Psalter 3", "Ein Psalm. {} Gut.", "Ein Psalm. {} Gut.")
    assert clean([pair], OTHER).pairs == [pair]
    assert clean([pair], OTHER).changed == {}
    assert clean([pair], BIBLE).pairs[0][2:4] == ("Gut.", "Ein Psalm. {} Gut.")
    swapped = BIBLE | {"source_language": "en", "target_language": "de"}
    assert clean([pair], swapped).pairs[0][2:4] == ("Ein Psalm. {} Gut.", "Gut.")


def test_pairs_with_an_empty_side_are_dropped_and_counted():
    pairs = [
        Pair("a", "g", " ", "text"),
        Pair("b", "g", "text", "\u200b"),
        Pair("c", "g", "text", "text"),
    ]
    cleaned = clean(pairs, OTHER)
    assert [pair.id for pair in cleaned.pairs] == ["c"]
    assert cleaned.dropped == {"one side empty": 2}


@pytest.mark.parametrize("pairs", [[], [Pair("a", "g", "", "text")]])
def test_an_empty_corpus_is_refused(pairs):
    with pytest.raises(Refusal, match=f"'other' is empty: of {len(pairs)} pair"):
        clean(pairs, OTHER)
