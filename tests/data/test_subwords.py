"""Subwords: special ids, word edges, determinism, sizes that cannot be."""

from __future__ import annotations

import random

import pytest

from pipeline.data.detokenize import Detokenizer
from pipeline.data.subwords import learn
from pipeline.data.vocabulary import SPECIAL_SYMBOLS, UNK
from pipeline.refusal import Refusal

SYLLABLES = ["ba", "ko", "lin", "mer", "su", "ti", "von", "ga", "der", "hei"]


def sentences() -> list[list[str]]:
    draw = random.Random(7)
    words = ["".join(draw.choices(SYLLABLES, k=draw.randint(1, 3))) for _ in range(150)]
    return [[*draw.choices(words, k=8), "'s", "."] for _ in range(300)]


@pytest.fixture(scope="module", params=["bpe", "unigram"])
def learned(request):
    return request.param, learn(sentences(), request.param, 60, "source")


def test_ids_are_the_projects_own(learned):
    _, pieces = learned
    symbols = pieces.vocabulary().symbols
    assert len(symbols) == 64
    assert symbols[:4] == SPECIAL_SYMBOLS


def test_pieces_belong_to_words_and_join_to_them(learned):
    kind, pieces = learned
    detokenizer, vocabulary = Detokenizer(kind, "en"), pieces.vocabulary()
    cut = 0
    for words in sentences()[:50]:
        ids, word_of = pieces.ids(words)
        tokens = vocabulary.words(ids)
        assert UNK not in ids
        assert detokenizer.words(tokens) == words
        assert detokenizer.word_of(tokens) == word_of
        cut += len(ids) > len(words)
    assert cut


def test_an_unseen_character_is_unknown_and_keeps_its_word(learned):
    kind, pieces = learned
    ids, word_of = pieces.ids(["ba", "Ж", "ko"])
    assert UNK in ids
    tokens = pieces.vocabulary().words(ids)
    assert Detokenizer(kind, "en").words(tokens) == ["ba", "UNK", "ko"]
    assert Detokenizer(kind, "en").word_of(tokens) == word_of


def test_text_is_not_normalised(learned):
    kind, _ = learned
    made = learn([["\ufb01n", "ﬁn", "Ａ", "①"]] * 20, kind, 8 if kind == "bpe" else 6, "source")
    symbols = "".join(made.vocabulary().symbols[4:])
    for kept in ("\ufb01", "Ａ", "①"):
        assert kept in symbols


def test_a_word_without_pieces_is_unknown(learned):
    assert learned[1].ids(["▁", "ba"])[1][0] == 0
    assert learned[1].ids(["▁"]) == ([UNK], [0])


def test_the_same_text_gives_the_same_model(learned):
    kind, pieces = learned
    assert learn(sentences(), kind, 60, "source").model == pieces.model


@pytest.mark.parametrize("kind", ["bpe", "unigram"])
def test_more_pieces_than_the_text_gives_are_all_that_it_gives(kind):
    pieces = learn(sentences(), kind, 50_000, "target")
    most = len(pieces.vocabulary()) - 4
    assert 60 < most < 50_000
    assert learn(sentences(), kind, most, "target").model == pieces.model
    assert len(learn(sentences(), kind, most + 1, "target").vocabulary()) == most + 4
    assert len(learn(sentences(), kind, most - 1, "target").vocabulary()) == most + 3


@pytest.mark.parametrize("kind", ["bpe", "unigram"])
def test_fewer_pieces_than_characters(kind):
    with pytest.raises(Refusal) as refusal:
        learn(sentences(), kind, 5, "source")
    least = int(str(refusal.value).split("need ")[1].split()[0])
    assert len(learn(sentences(), kind, least, "source").vocabulary()) == least + 4
    with pytest.raises(Refusal):
        learn(sentences(), kind, least - 1, "source")
