"""English quotation marks and dashes after Moses' detokenizer."""

from __future__ import annotations

import pytest

from pipeline.data.detokenize import Detokenizer
from pipeline.data.quotation import closed_up
from pipeline.data.words import word_splitter


@pytest.mark.parametrize(
    "text",
    [
        "asking, “Where is the King of the Jews?”",
        "“In Bethlehem in Judea,” they replied, “for this is written:",
        "Immanuel” (which means, “God with us”).",
        "I was blind—and now I see—said he.",
        "‘But you, Bethlehem, are by no means least.",
        "“Get up!” he said. “Take the Child.”",
        "They said: “‘Lord,’ we cry.”",
    ],
)
def test_round_trip(text):
    text = text.replace("’", "'")  # as cleaning has it
    assert Detokenizer("word", "en").joined(word_splitter("en")(text)) == text


def test_other_languages_are_left_alone():
    assert closed_up("er sagte „ Ja “ und ging", "de") == "er sagte „ Ja “ und ging"
