"""An interrupted translation goes on, and ends with the bytes of one that was not interrupted."""

import hashlib
import json
import os

import pytest
import torch
from ruamel.yaml import YAML
from running import seen_by_script

import pipeline.decoding.translate
from pipeline.config.read import PARAMS, read_params
from pipeline.decoding.resume import TRANSLATIONS
from pipeline.layout import TOKENS, TRAIN

from .translate_workspace import OUTPUT, REPOSITORY, SENTENCES, TIMING, fill, translate

STATE = TRANSLATIONS / "search-50" / "1"
BATCH = 3
PASSES = {"all": 4, "known": 2, "references": 4}
"""Batches of each pass: ten sentences, six of them without UNK."""


class Crash(Exception):
    pass


def outputs():
    return {p.name: hashlib.sha256(p.read_bytes()).hexdigest() for p in OUTPUT.iterdir()}


def edit(**decoding):
    params = read_params(REPOSITORY / PARAMS)
    params["decoding"] |= decoding
    with open(PARAMS, "w", encoding="utf-8") as file:
        YAML().dump(params, file)


def make(folder, patch):
    folder.mkdir(exist_ok=True)
    patch.chdir(folder)
    fill()
    edit(batch_sentences=BATCH)


@pytest.fixture(scope="module")
def uninterrupted(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        make(tmp_path_factory.mktemp("uninterrupted"), patch)
        translate()
        assert not TRANSLATIONS.exists()
        return outputs()


@pytest.fixture
def workspace(tmp_path, monkeypatch):
    make(tmp_path / "a workspace, ä", monkeypatch)


@pytest.fixture
def searched(monkeypatch):
    """Sources of every batch that is searched or scored, in the order of the calls."""
    sizes = {"search": [], "score_references": []}
    for name, found in sizes.items():
        monkeypatch.setattr(pipeline.decoding.translate, name, noting(name, found))
    return sizes


def noting(name, found):
    function = getattr(pipeline.decoding.translate, name)

    def noted(model, batch, *rest):
        source = batch if isinstance(batch, torch.Tensor) else batch.source
        found.append(len(source))
        return function(model, batch, *rest)

    return noted


def crash_after(batches, monkeypatch):
    """Run the stage up to the batch after so many finished ones, over all passes."""
    monkeypatch.setattr(torch, "get_num_threads", lambda: 1)  # one batch at a time
    with monkeypatch.context() as patch:
        left = [batches]
        for name in ("search", "score_references"):
            function = getattr(pipeline.decoding.translate, name)

            def crashing(*arguments, function=function):
                if not left[0]:
                    raise Crash
                left[0] -= 1
                return function(*arguments)

            patch.setattr(pipeline.decoding.translate, name, crashing)
        with pytest.raises(Crash):
            translate()
    assert not OUTPUT.exists()
    assert not TIMING.exists()


@pytest.mark.parametrize("batches", range(sum(PASSES.values())))
def test_no_finished_batch_is_done_again(workspace, uninterrupted, monkeypatch, searched, batches):
    crash_after(batches, monkeypatch)
    for found in searched.values():
        found.clear()
    translate()
    done = sum(len(found) for found in searched.values())
    assert done == sum(PASSES.values()) - batches
    assert outputs() == uninterrupted
    assert not TRANSLATIONS.exists()


def test_progress_says_what_was_done_and_counts_the_rest(workspace, monkeypatch, capsys):
    crash_after(1, monkeypatch)
    capsys.readouterr()
    translate()
    shown = capsys.readouterr().err
    assert f"(search-50, seed 1): goes on after {BATCH} sentences of an interrupted run" in shown
    assert f"Translating (search-50, seed 1): {SENTENCES - BATCH} sentences" in shown
    assert "Translating without UNK (search-50, seed 1): 6 sentences" in shown


def test_an_uninterrupted_run_says_nothing_of_it(workspace, capsys):
    translate()
    shown = capsys.readouterr().err
    assert "goes on" not in shown
    assert "afresh" not in shown


def test_time_of_the_interrupted_run_is_counted(workspace, monkeypatch):
    crash_after(PASSES["all"], monkeypatch)
    for path in (STATE / "all").iterdir():
        torch.save(torch.load(path, weights_only=True) | {"seconds": 1000.0}, path)
    translate()
    assert json.loads(TIMING.read_text("utf-8"))["seconds"] == 1000.0 * PASSES["all"]


def another_beam():
    edit(batch_sentences=BATCH, beam=2)


def another_test_set():
    path = TOKENS / "test.arrow"
    path.write_bytes((TOKENS / "test.arrow").read_bytes() + b"\0" * 8)


def another_model():
    (TRAIN / "dot-50" / "1" / "model.pt").replace(TRAIN / "search-50" / "1" / "model.pt")


@pytest.mark.parametrize(
    ("change", "part"),
    [
        (another_beam, "section decoding"),
        (another_test_set, "file test.arrow"),
        (another_model, "file model.pt"),
    ],
)
def test_a_change_starts_afresh_and_says_so(workspace, monkeypatch, capsys, searched, change, part):
    crash_after(5, monkeypatch)
    capsys.readouterr()
    for found in searched.values():
        found.clear()
    change()
    translate()
    assert f"starts afresh: {part} changed since the interrupted run" in capsys.readouterr().err
    assert sum(len(found) for found in searched.values()) == sum(PASSES.values())


def test_changed_code_starts_afresh(workspace, monkeypatch, capsys, uninterrupted):
    crash_after(5, monkeypatch)
    monkeypatch.setattr("pipeline.decoding.fingerprint.digest_of_library", lambda _: "other")
    translate()
    assert "starts afresh: the code changed" in capsys.readouterr().err
    assert outputs() == uninterrupted


def test_whether_unk_is_replaced_is_no_change(workspace, monkeypatch, capsys, uninterrupted):
    crash_after(5, monkeypatch)
    edit(batch_sentences=BATCH, replace_unknown=True)
    translate()
    assert "goes on" in capsys.readouterr().err
    assert outputs() == uninterrupted


@pytest.mark.parametrize("damage", [b"", b"PK", None])
def test_a_broken_batch_is_done_again(workspace, monkeypatch, capsys, uninterrupted, damage):
    crash_after(5, monkeypatch)
    path = STATE / "all" / "000002.pt"
    path.write_bytes(path.read_bytes()[:-100] if damage is None else damage)
    translate()
    assert "000002.pt cannot be read" in capsys.readouterr().err
    assert outputs() == uninterrupted


def test_a_batch_of_other_sentences_is_done_again(workspace, monkeypatch, capsys, uninterrupted):
    crash_after(5, monkeypatch)
    (STATE / "all" / "000002.pt").replace(STATE / "all" / "000001.pt")
    translate()
    assert "000001.pt cannot be read" in capsys.readouterr().err
    assert outputs() == uninterrupted


def test_a_lost_fingerprint_starts_afresh(workspace, monkeypatch, capsys, uninterrupted):
    crash_after(5, monkeypatch)
    (STATE / "fingerprint.json").write_text("{")
    translate()
    assert "starts afresh" in capsys.readouterr().err
    assert outputs() == uninterrupted


def test_state_is_plain_and_knows_no_place(workspace, monkeypatch):
    crash_after(5, monkeypatch)
    for path in STATE.rglob("*.pt"):
        torch.load(path, weights_only=True)
        assert b"a workspace" not in path.read_bytes()
    assert "a workspace" not in (STATE / "fingerprint.json").read_text("utf-8")


def test_other_runs_keep_theirs(workspace, monkeypatch):
    crash_after(5, monkeypatch)
    translate("dot-50")
    assert (STATE / "all" / "000003.pt").exists()


@pytest.mark.timeout(900)
@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks")
@pytest.mark.parametrize("seeds", [range(2), pytest.param(range(10), marks=pytest.mark.kills)])
def test_killed_at_any_moment(workspace, uninterrupted, seeds):
    """SIGKILL, sometimes SIGTERM, again and again, at seeded moments."""
    runs = seen_by_script("-m", "tests.decoding.killed_translations", *seeds)
    assert len(runs) == len(seeds)
    assert sum(len(run["signals"]) for run in runs) > len(seeds)
    for run in runs:
        assert run["hashes"] == uninterrupted
        assert run["timed"]
        assert not run["left"]
