"""Vocabularies: what has an id, and what is UNK."""

from __future__ import annotations

import pytest

from pipeline.data.shortlist import shortlist
from pipeline.data.vocabulary import BOS, EOS, PAD, SPECIAL_SYMBOLS, UNK, Vocabulary
from pipeline.refusal import Refusal

SENTENCES = [["b", "a", "a"], ["c", "a", "b"], ["d", "c"]]


def test_special_symbols_come_first():
    assert (PAD, UNK, BOS, EOS) == (0, 1, 2, 3)
    assert SPECIAL_SYMBOLS[UNK] == "UNK"
    assert shortlist(SENTENCES, 2, "source").symbols[:4] == SPECIAL_SYMBOLS


def test_most_frequent_first_and_ties_in_code_point_order():
    assert shortlist(SENTENCES, 4, "source").symbols[4:] == ("a", "b", "c", "d")
    assert shortlist(SENTENCES[::-1], 3, "source").symbols[4:] == ("a", "b", "c")


def test_ids_and_words():
    vocabulary = shortlist(SENTENCES, 2, "source")
    assert vocabulary.ids(["b", "x", "a", "c"]) == [5, UNK, 4, UNK]
    assert vocabulary.words([4, UNK, 5]) == ["a", "UNK", "b"]
    assert len(vocabulary) == 6


def test_a_word_that_looks_like_a_special_symbol_is_unknown():
    vocabulary = shortlist([["<pad>", "UNK", "</s>", "a"]] * 2, 1, "source")
    assert vocabulary.symbols[4:] == ("a",)
    assert vocabulary.ids(["<pad>", "UNK", "</s>", "a"]) == [UNK, UNK, UNK, 4]


def test_a_shortlist_larger_than_the_vocabulary_is_all_of_it():
    whole = shortlist(SENTENCES, 4, "target").symbols
    assert len(whole) == 8
    assert shortlist(SENTENCES, 5000, "target").symbols == whole


def test_a_side_without_any_word_is_refused():
    with pytest.raises(Refusal, match="the target of the training split has no word but those"):
        shortlist([["UNK", "</s>"], ["UNK"]], 5, "target")


@pytest.mark.parametrize("symbols", [["a", "b"], [*SPECIAL_SYMBOLS, "a", "a"]])
def test_broken_symbols(symbols):
    with pytest.raises(ValueError, match="a vocabulary"):
        Vocabulary(symbols)
