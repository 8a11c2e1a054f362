"""Scripts without spaces: pieces count as words; a tokenizer of words is refused."""

from __future__ import annotations

import json

import pytest

from data import unspaced_texts
from data.sources.corpora import write
from data.workspace import run_data_stages
from pipeline.data.corpus import load_split, load_vocabularies
from pipeline.data.detokenize import Detokenizer
from pipeline.data.pairs import Pair
from pipeline.data.splitting import Sentences
from pipeline.data.tokenization import row
from pipeline.data.unspaced import Unspaced, length, pieces_as_words, words_within
from pipeline.data.vocabulary import EOS, UNK
from pipeline.layout import TOKENS
from pipeline.refusal import EXIT_CODE


def of(source: list[str], target: list[str]) -> Unspaced:
    """What is found in fifty pairs of these words."""
    unspaced = Unspaced([Sentences(Pair("1", "g", "", ""), source, target)] * 50)
    assert len(list(unspaced)) == 50
    return unspaced


def test_a_script_is_named_only_where_its_runs_hold_several_words():
    found = of(["我今天去学校看老师。"], "I go to school today .".split())
    assert (found.script("source"), found.script("target")) == ("Han", None)
    assert found.sides == (True, False)
    assert of("我 今天 去 学校 看 老师 。".split(), ["x"]).sides == (False, False)
    assert of("ฉัน ชอบ กิน น้ำ พรุ่งนี้".split(), ["x"]).sides == (False, False)
    assert of(["ฉันชอบกินน้ำพรุ่งนี้"], ["x"]).script("source") == "Thai"
    assert of(["私はりんごを食べる。"], ["x"]).script("source") == "Kana"
    # A name in a text that has spaces is no unspaced text.
    assert (
        of("the city of 北京市海淀区中关村 is very large and old".split(), ["x"]).sides[0] is False
    )
    assert of("ἐν ἀρχῇ ἦν ὁ λόγος".split(), "Привет , мир".split()).sides == (False, False)


def test_runs_are_as_long_as_the_words_that_they_hold():
    assert words_within("Haus") == words_within("ἀρχῇ") == 0
    assert length("the cat sat .".split()) == 4
    assert length(["我今天去学校看老师。"]) == round(10 / 2)
    assert length(["今天"]) == length(["x"]) == 1


def test_pieces_of_runs_are_words_and_other_words_stay_whole():
    words = ["我去学校", "Berlin", "。"]
    texts = {0: ["", "我", "去学校"], 1: ["Ber", "lin"], 2: ["。"]}
    word_of = [number for number in texts for _ in texts[number]]
    found = pieces_as_words(words, word_of, lambda number, _: texts[number])
    assert found == (["我", "去学校", "Berlin", "。"], [0, 0, 1, 2, 2, 3])


def test_links_follow_their_words_into_the_pieces():
    class Halves:
        def ids(self, words):
            return [7] * (2 * len(words)), [n for n in range(len(words)) for _ in range(2)]

        def cut(self, run):
            return [run[:2], run[2:]]

    pair = Pair("1", "g", "", "", alignment=((0, 1), (1, 0)))
    one = Sentences(pair, ["我去学校", "x"], ["a", "b"])
    made = row(one, Halves(), Halves(), (True, False))
    assert made.source_words == ["我去", "学校", "x"]
    assert made.source_word_of == [0, 1, 2, 2, 3]
    assert made.alignment == [[0, 1], [1, 1], [2, 0]]


@pytest.fixture
def workspace(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def tokenize(language: str, kind: str, apart: str = "", size: int = 60) -> list[tuple[str, str]]:
    made = unspaced_texts.pairs(language, apart=apart)
    names = [write(f"a.{side}", "".join(f"{pair[side]}\n" for pair in made)) for side in (0, 1)]
    run_data_stages(
        corpus__source="files",
        corpus__name="mine",
        corpus__source_language=language,
        corpus__files__train=names,
        corpus__group_pairs=1,
        tokenizer__kind=kind,
        tokenizer__source_vocabulary=size,
        tokenizer__target_vocabulary=40 if kind != "word" else 10,
    )
    return made


@pytest.mark.parametrize("kind", ["bpe", "unigram"])
@pytest.mark.parametrize("language", ["zh", "ja", "th"])
def test_subwords_make_words_of_the_pieces(workspace, language, kind):
    texts = dict(tokenize(language, kind))
    told = json.loads((TOKENS / "statistics.json").read_text())
    assert told["tokenizer"]["unspaced"] == {
        "source": unspaced_texts.SCRIPTS[language],
        "target": None,
    }
    # None is thrown away for looking shorter than its translation.
    assert sum(told["pairs"][name] for name in ("train", "validation", "test")) + told["pairs"][
        "dropped_in_splitting"
    ]["training: repeats a test or validation pair"] == len(texts)
    for one in load_split(TOKENS, "test"):
        assert texts[one["source_text"]] == one["target_text"]
        assert "".join(one["source_words"]) == one["source_text"]
        assert len(one["source_words"]) >= 3
        words, word_of = len(one["source_words"]), one["source_word_of"]
        # The mark of a word's begin may be a piece of its own.
        assert word_of in ([*range(words + 1)], [0, *range(words + 1)])
        assert (one["source_ids"][-1], UNK in one["source_ids"]) == (EOS, False)


def test_a_translation_into_such_a_script_is_read_back_without_spaces(workspace):
    made = {target: source for source, target in tokenize("th", "bpe")}
    vocabularies = load_vocabularies(TOKENS)
    for one in load_split(TOKENS, "test"):
        tokens = vocabularies.source.words(one["source_ids"][:-1])
        assert Detokenizer("bpe", "th").text(tokens) == made[one["target_text"]]


@pytest.mark.parametrize("language", ["zh", "ja", "th"])
def test_words_are_refused_but_where_spaces_stand_between_them(workspace, language, capsys):
    with pytest.raises(SystemExit) as stopped:
        tokenize(language, "word", size=10)
    assert stopped.value.code == EXIT_CODE
    said = capsys.readouterr().err
    assert "tokenizer.kind is word, but the source is in " in said
    assert "Set tokenizer.kind to bpe or unigram" in said
    assert not (TOKENS / "train.arrow").exists()
    tokenize(language, "word", apart=" ", size=10)
    assert (TOKENS / "train.arrow").exists()
