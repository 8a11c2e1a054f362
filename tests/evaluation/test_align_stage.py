"""Stage ``align`` on tiny untrained models: shapes, sums, and what a fixed context leaves."""

import json
from pathlib import Path

import numpy as np
import pytest
import torch
from running import run_stage

from evaluation.workspace import (
    REPOSITORY,
    rows_of_test,
    write_links,
    write_params,
    write_split,
)
from pipeline.config.read import read_params
from pipeline.config.system import System
from pipeline.evaluation.attention_file import read_attention
from pipeline.model.assembly import build_model
from pipeline.training.checkpoint import save_model

ROWS = rows_of_test()
VOCABULARY = 10
TINY = {"embedding": 5, "hidden": 6, "attention_size": 6, "readout_size": 4}
LUONG = {"order": "luong", "attention": "general", "readout": "attentional"}


@pytest.fixture
def workspace(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_split(ROWS)
    write_links(ROWS)
    write_params(["search", "fixed"], [1])
    return tmp_path


def write_model(name, base, **changes):
    content = read_params(REPOSITORY / "params.yaml")["systems"][base]
    system = System.model_validate(content | TINY | changes)
    torch.manual_seed(1)
    model = build_model(system, VOCABULARY, VOCABULARY)
    path = Path("runs/train", name, "1", "model.pt")
    path.parent.mkdir(parents=True)
    save_model(path, model, system, VOCABULARY, VOCABULARY)


def align(name):
    run_stage("align", name, "1")
    folder = Path("runs/align", name, "1")
    summary = json.loads((folder / "alignment.json").read_text(encoding="utf-8"))
    return read_attention(folder / "attention.npz"), summary


def test_alignments_of_an_attending_system(workspace):
    write_model("search", "search-50")
    attention, summary = align("search")
    assert [matrix.shape for matrix in attention] == [
        (len(row.target_ids), len(row.source_ids)) for row in ROWS
    ]
    for matrix in attention:
        assert matrix.sum(axis=1) == pytest.approx(np.ones(len(matrix)), abs=1e-5)
    assert summary["attends"] is True
    assert summary["sentences"] == len(ROWS)
    assert summary["target_words"] == sum(len(row.target_words) for row in ROWS)
    assert summary["measures"]["entropy"]["unit"] == "nats"
    assert summary["reference"]["links"] == summary["target_words"]
    assert 0 < summary["reference"]["aer"]["mean"] < 1
    assert (summary["reference"]["kind"], summary["reference"]["alignment_shift"]) == ("gold", 0)
    assert summary["other_shift"]["alignment_shift"] == 1


def test_alignments_are_read_a_step_late_where_the_system_says_so(workspace):
    """Two models of the same weights; read late, the end of sentence has no row."""
    write_model("luong", "search-50", **LUONG)
    write_model("late", "search-50", **LUONG, alignment_shift=1)
    at_the_step, summary = align("luong")
    late, late_summary = align("late")
    for row, matrix, later in zip(ROWS, at_the_step, late, strict=True):
        assert len(matrix) == len(row.target_words) + 1
        np.testing.assert_array_equal(later, matrix[1:])
    words = sum(len(row.target_words) for row in ROWS)
    assert summary["target_words"] == late_summary["target_words"] == words
    assert summary["reference"]["aer"] != late_summary["reference"]["aer"]


def test_the_other_shift_reads_the_rows_of_the_other_word(workspace):
    # A window that moves on with every step: which word a row belongs to must show.
    write_model("moving", "search-50", **LUONG, window="monotonic", window_half_width=1)
    _, summary = align("moving")
    set_there, other = summary["reference"], summary["other_shift"]
    assert {set_there["alignment_shift"], other["alignment_shift"]} == {0, 1}
    assert other["aer"]["mean"] != set_there["aer"]["mean"]


def test_a_fixed_context_has_nothing_to_align(workspace):
    write_model("fixed", "encdec-50")
    attention, summary = align("fixed")
    assert not attention.attends
    assert summary == {"attends": False}


def test_the_same_model_gives_the_same_bytes(workspace):
    write_model("search", "search-50")
    folder = Path("runs/align/search/1")
    contents = []
    for _ in range(2):
        align("search")
        contents.append({path.name: path.read_bytes() for path in sorted(folder.iterdir())})
    assert contents[0] == contents[1]
    assert list(contents[0]) == ["alignment.json", "attention.npz"]


def test_a_model_that_was_never_trained_is_refused(workspace, capsys):
    with pytest.raises(SystemExit) as ended:
        run_stage("align", "search", "1")
    assert ended.value.code == 2
    assert "model.pt: missing" in capsys.readouterr().err


def test_links_of_other_sentences_are_refused(workspace, capsys):
    write_model("search", "search-50")
    write_links(ROWS[1:])
    with pytest.raises(SystemExit) as ended:
        run_stage("align", "search", "1")
    assert ended.value.code == 2
    assert "other test sentences" in capsys.readouterr().err
