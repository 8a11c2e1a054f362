"""stages/translate.py on a small workspace: a tiny model with random weights, ten sentences."""

import hashlib
import json
from pathlib import Path

import numpy as np
import pytest

from pipeline.decoding import references
from pipeline.evaluation.attention_file import read_attention
from pipeline.layout import TRAIN, TRANSLATE, run_folder
from pipeline.training.checkpoint import load_model, save_model

from .translate_workspace import OUTPUT, SENTENCES, SOURCE, TARGET, TIMING, fill, translate


@pytest.fixture
def workspace(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    fill()
    return tmp_path


def lines(path: Path):
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def hashes(folder: Path):
    return {p.name: hashlib.sha256(p.read_bytes()).hexdigest() for p in folder.iterdir()}


def test_every_sentence_is_translated_in_the_order_of_the_test_set(workspace, monkeypatch):
    translate()
    entries = lines(OUTPUT / "hypotheses.jsonl")
    assert [entry["id"] for entry in entries] == [f"s{number}" for number in range(SENTENCES)]
    assert [entry["reference_tokens"] for entry in entries] == [3 + n for n in range(SENTENCES)]
    assert any("UNK" in entry["tokens"] for entry in entries)
    for entry in entries:
        assert ("UNK" in entry["text"]) == ("UNK" in entry["tokens"])
        if entry["finished"]:  # each UNK's step looked at some source word
            assert "UNK" not in entry["text_replaced"]


def test_attention_has_a_row_for_each_token_and_a_column_for_each_source_id(workspace, monkeypatch):
    translate()
    matrices = read_attention(OUTPUT / "attention.npz")
    for number, (entry, matrix) in enumerate(
        zip(lines(OUTPUT / "hypotheses.jsonl"), matrices, strict=True)
    ):
        assert matrix.shape == (len(entry["tokens"]) + entry["finished"], 3 + number)
        np.testing.assert_allclose(matrix.sum(1), 1.0, atol=1e-5)


def test_sentences_without_unknown_words_are_translated_with_unk_barred(workspace, monkeypatch):
    translate()
    free = {entry["id"]: entry for entry in lines(OUTPUT / "hypotheses.jsonl")}
    known = lines(OUTPUT / "hypotheses_no_unk.jsonl")
    assert [entry["id"] for entry in known] == [f"s{n}" for n in range(SENTENCES) if n % 3]
    for entry in known:
        assert "UNK" not in entry["tokens"]
        assert entry["reference_nll"] == free[entry["id"]]["reference_nll"]


def test_rows_are_read_a_step_late_where_the_system_says_so(workspace):
    """Two models of the same weights, one of them with alignment_shift: 1."""
    folder = run_folder(TRANSLATE, "dot-50", 1)
    translate(system="dot-50")
    at_the_step = list(read_attention(folder / "attention.npz"))
    path = run_folder(TRAIN, "dot-50", 1) / "model.pt"
    model = load_model(path)
    system = model.system.model_copy(update={"alignment_shift": 1})
    save_model(path, model, system, len(SOURCE), len(TARGET))
    translate(system="dot-50")
    entries, late = lines(folder / "hypotheses.jsonl"), read_attention(folder / "attention.npz")
    assert any(entry["finished"] for entry in entries)
    for entry, before, after in zip(entries, at_the_step, late, strict=True):
        words = len(entry["tokens"])
        assert len(before) == words + entry["finished"]
        assert len(after) == words  # none for the end of sentence
        np.testing.assert_array_equal(after[: len(before) - 1], before[1:])


def test_a_model_without_attention_leaves_no_matrices(workspace, monkeypatch):
    translate(system="encdec-50")
    folder = run_folder(TRANSLATE, "encdec-50", 1)
    assert not read_attention(folder / "attention.npz").attends
    for entry in lines(folder / "hypotheses.jsonl"):
        assert entry["text_replaced"] == entry["text"]


def test_same_model_gives_the_same_bytes_and_no_clock_among_them(workspace, monkeypatch):
    translate()
    first = hashes(OUTPUT)
    translate()
    assert hashes(OUTPUT) == first
    assert first.keys() == {"hypotheses.jsonl", "hypotheses_no_unk.jsonl", "attention.npz"}


def test_timing_stands_apart(workspace, monkeypatch):
    translate()
    timing = json.loads(TIMING.read_text("utf-8"))
    entries = lines(OUTPUT / "hypotheses.jsonl")
    assert timing["sentences"] == SENTENCES
    assert timing["output_tokens"] == sum(len(e["tokens"]) + e["finished"] for e in entries)
    assert timing["sentences_per_second"] > 0


def test_an_interrupted_translation_leaves_nothing_of_this_run_or_an_earlier(
    workspace, monkeypatch
):
    translate()

    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("pipeline.decoding.translate.score_references", interrupted)
    with pytest.raises(SystemExit, match="130"):
        translate()
    assert not OUTPUT.exists()
    assert not TIMING.exists()


def test_settings_that_change_under_the_run_are_refused(workspace, monkeypatch, capsys):
    """DVC would file the translations under the settings that stand there at the end."""
    score = references.score_references

    def edited(*arguments):
        text = Path("params.yaml").read_text("utf-8")
        Path("params.yaml").write_text(text.replace("  beam: 5", "  beam: 2"), "utf-8")
        return score(*arguments)

    monkeypatch.setattr("pipeline.decoding.translate.score_references", edited)
    with pytest.raises(SystemExit) as end:
        translate()
    assert end.value.code == 2
    said = capsys.readouterr().err
    assert "section decoding changed while it ran; nothing was written" in said
    assert not OUTPUT.exists()
    assert not TIMING.exists()


def test_a_missing_model_is_refused(workspace, monkeypatch, capsys):
    with pytest.raises(SystemExit) as exit_info:
        translate(seed="7")
    assert exit_info.value.code == 2
    assert "model.pt: missing" in capsys.readouterr().err
