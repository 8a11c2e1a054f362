"""An interrupted run goes on, and ends with the bytes of one that was not interrupted."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest
import torch
from training_stand_ins import TinyData, TinyModel, tiny_run, training

from pipeline.layout import RESUME, TIMINGS, TRAIN
from pipeline.training.fit import fit

FOLDER = TRAIN / "search-50" / "1"
STATE = RESUME / "search-50" / "1" / "state.pt"
OUTPUTS = ("model.pt", "summary.json", "epochs.csv")


def outputs():
    return {name: (FOLDER / name).read_bytes() for name in OUTPUTS}


class Crash(Exception):
    pass


class CrashingData(TinyData):
    """Data that fail when the batches of an epoch (counted from 0) are asked for."""

    def __init__(self, epoch):
        super().__init__()
        self.epoch = epoch

    def train_dataloader(self):
        if self.trainer.current_epoch == self.epoch:
            raise Crash
        return super().train_dataloader()


@pytest.fixture(scope="module")
def uninterrupted(tmp_path_factory):
    """The outputs of a run of three epochs that nothing disturbed."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pipeline.training.fingerprint.digest_of_code", lambda: "as it was")
        patch.chdir(tmp_path_factory.mktemp("uninterrupted"))
        fit(tiny_run(), TinyModel, TinyData())
        assert not RESUME.exists() or not list(RESUME.iterdir())
        return outputs()


@pytest.fixture
def workspace(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def crash_before(epoch, settings=None):
    with pytest.raises(Crash):
        fit(tiny_run(settings), TinyModel, CrashingData(epoch))


def test_two_runs_give_the_same_bytes(workspace, uninterrupted):
    torch.manual_seed(77)  # what random numbers were used before does not matter
    fit(tiny_run(), TinyModel, TinyData())
    assert outputs() == uninterrupted


def test_another_seed_gives_other_weights(workspace, uninterrupted):
    fit(tiny_run(seed=2), TinyModel, TinyData())
    assert (TRAIN / "search-50" / "2" / "model.pt").read_bytes() != uninterrupted["model.pt"]


@pytest.mark.parametrize("epoch", [1, 2])
def test_crash_between_epochs(workspace, uninterrupted, capsys, epoch):
    crash_before(epoch)
    assert not FOLDER.exists()
    capsys.readouterr()
    data = TinyData()
    fit(tiny_run(), TinyModel, data)
    assert data.given[0] == epoch  # no finished epoch is trained again
    assert f"goes on after epoch {epoch} of an interrupted run" in capsys.readouterr().err
    assert outputs() == uninterrupted
    assert not STATE.parent.parent.exists()


def test_two_crashes(workspace, uninterrupted):
    crash_before(1)
    crash_before(2)
    fit(tiny_run(), TinyModel, TinyData())
    assert outputs() == uninterrupted


def crash(*_):
    raise Crash


@pytest.mark.parametrize("writer", ["epochs_csv", "write_json", "save_model"])
def test_crash_while_outputs_are_written(workspace, uninterrupted, monkeypatch, writer):
    with monkeypatch.context() as patch:
        patch.setattr(f"pipeline.training.outputs.{writer}", crash)
        with pytest.raises(Crash):
            fit(tiny_run(), TinyModel, TinyData())
    assert not (FOLDER / "model.pt").exists()  # the seal of a whole folder
    data = TinyData()
    fit(tiny_run(), TinyModel, data)
    assert data.given == []
    assert outputs() == uninterrupted


def test_workspace_moves_between_interruption_and_resumption(
    tmp_path, monkeypatch, uninterrupted, capsys
):
    first, second = tmp_path / "first", tmp_path / "a second place"
    first.mkdir()
    monkeypatch.chdir(first)
    crash_before(2)
    first.rename(second)
    monkeypatch.chdir(second)
    fit(tiny_run(), TinyModel, TinyData())
    assert "goes on after epoch 2" in capsys.readouterr().err
    assert outputs() == uninterrupted


def test_resume_state_loads_as_plain_weights(workspace):
    crash_before(1)
    content = torch.load(STATE, weights_only=True)
    assert content["record"]["rows"][0]["epoch"] == 1
    assert str(workspace) not in STATE.read_bytes().decode("latin-1")


def changed_settings(workspace):
    return tiny_run(training(clip_norm=0.5))


def changed_data(workspace):
    Path("data/train.arrow").write_text("other sentences", encoding="utf-8")
    return tiny_run()


@pytest.mark.parametrize(
    ("change", "part"),
    [(changed_settings, "section training"), (changed_data, "data file train.arrow")],
)
def test_a_change_starts_afresh_and_says_so(workspace, capsys, change, part):
    crash_before(2)
    capsys.readouterr()
    data = TinyData()
    fit(change(workspace), TinyModel, data)
    assert data.given == [0, 1, 2]
    assert f"starts afresh: {part} changed" in capsys.readouterr().err


def test_changed_code_starts_afresh(workspace, capsys, monkeypatch):
    crash_before(2)
    monkeypatch.setattr("pipeline.training.fingerprint.digest_of_code", lambda: "other")
    data = TinyData()
    fit(tiny_run(), TinyModel, data)
    assert data.given == [0, 1, 2]
    assert "starts afresh: the code changed" in capsys.readouterr().err


def test_a_broken_resume_state_is_not_fatal(workspace, uninterrupted, capsys):
    crash_before(2)
    STATE.write_bytes(STATE.read_bytes()[:1000])
    fit(tiny_run(), TinyModel, TinyData())
    assert "starts afresh" in capsys.readouterr().err
    assert outputs() == uninterrupted


def assert_goes_on(workspace, monkeypatch, epoch, uninterrupted):
    """Nothing was written in ``workspace``; the run goes on at ``epoch`` and ends as it should."""
    monkeypatch.chdir(workspace)
    assert not FOLDER.exists()
    assert not TIMINGS.exists()
    data = TinyData()
    fit(tiny_run(), TinyModel, data)
    assert data.given[0] == epoch
    assert outputs() == uninterrupted


def test_sigkill_and_sigterm_from_outside(tmp_path, monkeypatch, uninterrupted):
    workspaces = [tmp_path / "killed", tmp_path / "terminated"]
    for workspace in workspaces:
        workspace.mkdir()
    script = Path(__file__).with_name("training_stand_ins.py")
    running = subprocess.Popen(
        [sys.executable, script, *workspaces], stderr=subprocess.PIPE, text=True, encoding="utf-8"
    )
    said = []
    for line in running.stderr:
        said.append(line)
        if "epoch 1 of 3" in line and "killed by signal 9\n" in said:
            running.send_signal(signal.SIGTERM)
            break
    rest = running.stderr.read()
    assert running.wait(timeout=60) == 143, "".join(said) + rest
    assert "killed by signal 9\n" in said
    assert "stopped by SIGTERM" in rest
    ours = ("search-50 seed 1: ", "systems.", "training: ", TinyModel().describe(), "killed by")
    assert [line for line in [*said, *rest.splitlines()] if not line.startswith(ours)] == []
    assert_goes_on(workspaces[0], monkeypatch, 2, uninterrupted)
    assert_goes_on(workspaces[1], monkeypatch, 1, uninterrupted)
