"""Runs that do not answer the test set are refused with what to do."""

import json

import numpy as np
import pytest

from pipeline.evaluation.held_out import HeldOut, held_out
from pipeline.evaluation.translations import read_run, read_translations
from pipeline.refusal import Refusal

TEST = HeldOut(
    ids=["a", "b", "c"],
    references=["one", "two", "three"],
    source_lengths=np.array([1, 2, 3]),
    known=np.array([True, False, True]),
)


def entry(identity, **changes):
    return {
        "id": identity,
        "text": f"{identity} UNK",
        "text_replaced": f"{identity} wort",
        "reference_nll": 2.5,
        "reference_tokens": 4,
    } | changes


def write(path, *entries):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(one) + "\n" for one in entries), encoding="utf-8")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "runs" / "translate" / "search-50" / "3"
    write(folder / "hypotheses.jsonl", *(entry(name) for name in "abc"))
    write(folder / "hypotheses_no_unk.jsonl", entry("a"), entry("c"))
    return folder


def test_a_run_is_read_whole_and_in_order(folder):
    full, known = read_run("search-50", 3, TEST)
    assert full.texts == ["a UNK", "b UNK", "c UNK"]
    assert full.texts_replaced == ["a wort", "b wort", "c wort"]
    assert full.reference_nll.tolist() == [2.5] * 3
    assert full.reference_tokens.tolist() == [4] * 3
    assert known.texts == ["a UNK", "c UNK"]


@pytest.mark.parametrize("name", ["hypotheses.jsonl", "hypotheses_no_unk.jsonl"])
def test_a_missing_file_names_itself_and_the_command(folder, name):
    (folder / name).unlink()
    with pytest.raises(Refusal, match=rf"search-50.3.{name} is missing.*dvc repro"):
        read_run("search-50", 3, TEST)


@pytest.mark.parametrize(
    ("lines", "complaint"),
    [
        ([entry("a"), entry("b")], "holds 2 translations, but the test set needs 3"),
        ([entry(name) for name in "abca"], "holds 4 translations"),
        ([entry(name) for name in "acb"], "line 2 translates sentence 'c'.*has 'b' there"),
        ([entry("a"), entry("b"), {"id": "c"}], "line 3 is not a translation"),
        ([entry("a"), entry("b"), ["c"]], "line 3 is not a translation"),
        ([entry("a"), entry("b", text=None), entry("c")], "line 2 has no text"),
        ([entry("a", reference_nll=float("nan")), entry("b"), entry("c")], "nan nats"),
        ([entry("a", reference_tokens=0), entry("b"), entry("c")], "0 tokens"),
    ],
)
def test_what_does_not_answer_the_test_set_is_refused(folder, lines, complaint):
    write(folder / "hypotheses.jsonl", *lines)
    with pytest.raises(Refusal, match=complaint):
        read_run("search-50", 3, TEST)


def test_a_broken_line_is_refused(folder):
    path = folder / "hypotheses.jsonl"
    path.write_text('{"id": "a"\n{}\n{}\n', encoding="utf-8")
    with pytest.raises(Refusal, match="line 1 is not a translation"):
        read_run("search-50", 3, TEST)


def test_line_separators_inside_a_text_do_not_split_it(tmp_path):
    path = tmp_path / "hypotheses.jsonl"
    line = json.dumps(entry("a", text="one\u2028two\x85three\rfour"), ensure_ascii=False)
    path.write_text(line + "\n", encoding="utf-8", newline="\n")
    assert read_translations(path, ["a"]).texts == ["one\u2028two\x85three\rfour"]


def test_no_known_sentence_needs_an_empty_file(folder):
    (folder / "hypotheses_no_unk.jsonl").write_text("", encoding="utf-8")
    run = read_run("search-50", 3, TEST._replace(known=np.zeros(3, dtype=bool)))
    assert run.known.texts == []


def test_held_out_counts_source_words_and_keeps_references_raw():
    split = {
        "id": ["a", "b"],
        "target_text": ["It's  raw .", "“So”"],
        "source_words": [["ein", "Wort", "."], ["so"]],
        "has_unknown": [True, False],
    }
    test = held_out(split)
    assert test.references == ["It's  raw .", "“So”"]
    assert test.source_lengths.tolist() == [3, 1]
    assert test.known.tolist() == [False, True]


def test_an_empty_test_split_is_refused():
    with pytest.raises(Refusal, match=r"empty.*corpus\.split"):
        held_out({"id": [], "target_text": [], "source_words": [], "has_unknown": []})
