"""Words and back to text: apostrophes, quotes, dashes and brackets survive the round trip."""

from __future__ import annotations

import pytest

from pipeline.data.detokenize import Detokenizer
from pipeline.data.words import word_splitter

ENGLISH = [
    "And the king's son said unto him, It is well.",
    "The three days' journey, and his sons' wives: Moses' father in law.",
    "They came into Felix' room.",
    "Don't say 'so', he said; I'll say \"so\", or so.",
    "He said, 'Go.' And they went; 'Stay!' said she.",
    "Beth-lehem and Kirjath-jearim (which is Hebron) were [not] far.",
    "Is it so? Yea, verily! For ever, and ever.",
    "He gave 5% of 1,000.50, no more.",
    "Cæsar's Ænon: naïve café.",
    "Wait... what?",
]
GERMAN = [
    "Ist's nicht also? Er hat's gesagt; Juda's Söhne und Mose's Stab.",
    "Und er sprach: 'Siehe, ich bin's.' Da kam das Volk.",
    "so tat er es nicht.'",
    "die Grenze Moabs.' Und von dort zogen sie weiter.",
    "Die 'Götter' (so heißen sie) sind groß: ja, 'sehr groß'!",
    'Der HERR sprach: "Gehe hin!" Und er ging.',
    "Lob- und Dankopfer von Beth-El; Straße, Übel, Öl.",
]


@pytest.mark.parametrize("text", ENGLISH)
def test_english_round_trip(text):
    assert Detokenizer("word", "en").text(word_splitter("en")(text)) == text


@pytest.mark.parametrize("text", GERMAN)
def test_german_round_trip(text):
    assert Detokenizer("word", "de").text(word_splitter("de")(text)) == text


def test_french_keeps_its_own_way():
    words = word_splitter("fr")("L'homme n'a pas dit qu'il vient.")
    assert words[:2] == ["L'", "homme"]
    assert Detokenizer("word", "fr").text(words) == "L'homme n'a pas dit qu'il vient."


def test_what_the_words_are():
    assert word_splitter("en")("The king's sons' men, said he.") == (
        "The king 's sons ' men , said he .".split()
    )
    assert word_splitter("de")("Ist's Juda's 'Wort'?") == "Ist 's Juda 's ' Wort ' ?".split()
    assert word_splitter("en")("Beth-el & <b>") == ["Beth-el", "&", "<", "b", ">"]


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_nothing_is_lost_or_escaped(language):
    for text in (*ENGLISH, *GERMAN, "AT&T &amp; &lt;b&gt; | a/b [c] “so” — x´y"):
        words = word_splitter(language)(text)
        assert "".join(words) == text.replace(" ", "")
        assert Detokenizer("word", language).text(words).replace(" ", "") == text.replace(" ", "")


def test_unknown_words_stay():
    assert Detokenizer("word", "en").text("The UNK 's UNK , UNK .".split()) == (
        "The UNK's UNK, UNK."
    )


def test_odd_translations_become_text_all_the_same():
    detokenizer = Detokenizer("word", "en")
    for tokens in (
        [],
        ["'"],
        ["'", "'", "'"],
        [".", "'"],
        ["'s"],
        ["'", "s"],
        ["&lt;", "x"],
        ["UNK"] * 3,
    ):
        assert "".join(detokenizer.text(tokens).split()) == "".join(tokens)


PIECES = ["▁und", "▁", "UNK", "▁Je", "ru", "salem", "▁."]


def test_words_of_pieces():
    detokenizer = Detokenizer("bpe", "de")
    assert detokenizer.words(PIECES) == ["und", "UNK", "Jerusalem", "."]
    assert detokenizer.word_of(PIECES) == [0, 1, 1, 2, 2, 2, 3]
    assert detokenizer.text(PIECES) == "und UNK Jerusalem."


@pytest.mark.parametrize(
    ("tokens", "words", "word_of"),
    [
        ([], [], []),
        (["ab", "▁c"], ["ab", "c"], [0, 1]),
        (["▁a", "▁"], ["a"], [0, 0]),
        (["▁", "▁", "▁a"], ["a"], [0, 0, 0]),
        (["▁a", "▁", "▁b"], ["a", "b"], [0, 1, 1]),
        (["▁"], [], [0]),
        (["▁a", "UNK", "b"], ["aUNKb"], [0, 0, 0]),
    ],
)
def test_odd_pieces(tokens, words, word_of):
    detokenizer = Detokenizer("unigram", "en")
    assert detokenizer.words(tokens) == words
    assert detokenizer.word_of(tokens) == word_of
