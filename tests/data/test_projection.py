"""Links carried over from tokens to words, by hand."""

from __future__ import annotations

import pytest

from pipeline.data.pairs import Pair
from pipeline.data.projection import Projection, words_of_tokens
from pipeline.data.splitting import Sentences


def sentences(source, target, links, source_words, target_words) -> Sentences:
    pair = Pair("a 1:1", "a 1", " ".join(source), " ".join(target), links, source, target)
    return Sentences(pair, source_words, target_words)


def projected(given):
    projection = Projection(given)
    return list(projection), projection.counts


@pytest.mark.parametrize(
    ("tokens", "words", "expected"),
    [
        (["a", "b"], ["a", "b"], [[0], [1]]),
        (["God's", "son"], ["God", "'s", "son"], [[0, 1], [2]]),  # one token, two words
        (["mother", "-", "in"], ["mother-in"], [[0], [0], [0]]),  # three tokens, one word
        (["ab", "cd"], ["a", "bc", "d"], [[0, 1], [1, 2]]),  # cut across
        (["12,000"], ["12", ",000"], [[0, 1]]),
        (["two words"], ["two", "words"], [[0, 1]]),  # spaces do not count
        (["a", "", "b"], ["a", "b"], [[0], [], [1]]),
        ([], [], []),
        (["a"], ["b"], None),
        (["a", "b"], ["a"], None),
    ],
)
def test_words_that_share_a_character(tokens, words, expected):
    found = words_of_tokens(tokens, words)
    assert (None if found is None else [list(one) for one in found]) == expected


def test_a_link_becomes_one_between_all_words_of_its_tokens():
    one = sentences(
        ("υἱὸς", "θεοῦ"),
        ("God’s", "Son", "."),
        ((0, 1), (1, 0)),
        ["υἱὸς", "θεοῦ"],
        ["God", "'s", "Son", "."],  # cleaned: the apostrophe is plain
    )
    (done,), counts = projected([one])
    assert done.pair.alignment == ((0, 2), (1, 0), (1, 1))
    assert (done.pair.source_tokens, done.pair.target_tokens) == (None, None)
    assert (done.source_words, done.target_words) == (one.source_words, one.target_words)
    assert counts == {"links": 2, "projected": 2, "lost": 0, "pairs_lost": 0, "word_links": 3}


def test_two_links_that_meet_are_one():
    one = sentences(("a", "b"), ("x", "-", "y"), ((0, 0), (0, 2), (1, 1)), ["a", "b"], ["x-y"])
    (done,), counts = projected([one])
    assert done.pair.alignment == ((0, 0), (1, 0))
    assert (counts["projected"], counts["word_links"]) == (3, 2)


def test_tokens_that_are_not_the_text_lose_their_links_and_are_counted():
    bad = sentences(("a",), ("x", "y"), ((0, 0), (0, 1)), ["a"], ["x", "z"])
    good = sentences(("a",), ("x",), ((0, 0),), ["a"], ["x"])
    done, counts = projected([bad, good])
    assert [one.pair.alignment for one in done] == [None, ((0, 0),)]
    assert counts == {"links": 3, "projected": 1, "lost": 2, "pairs_lost": 1, "word_links": 1}


def test_links_that_count_words_stay():
    pair = Pair("a 1:1", "a 1", "a b", "x y", ((0, 1),))
    unknown = Pair("a 1:2", "a 1", "a b", "x y")
    given = [Sentences(one, ["a", "b"], ["x", "y"]) for one in (pair, unknown)]
    done, counts = projected(given)
    assert done == given
    assert set(counts.values()) == {0}
