"""Several processes train as one does: the same losses, every sentence once, one writer."""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import socket
import subprocess
import sys

import numpy as np
import pytest
import torch
from stage_workspace import BUDGET, edit, write_tokens
from training_stand_ins import REPOSITORY, training

from pipeline.data.module import TranslationData
from pipeline.layout import RESUME, TOKENS, TRAIN
from pipeline.training.processes import Processes, processes_of, summed

FOLDER = TRAIN / "search-50" / "1"
COLUMNS = ("train_loss", "validation_loss", "attention_entropy", "gradient_norm")


@pytest.fixture(scope="module")
def tokens(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tokens")
    write_tokens(folder)
    return folder


@pytest.fixture
def workspace(tmp_path, monkeypatch, tokens):
    return make_workspace(tmp_path / "first", monkeypatch, tokens)


def make_workspace(folder, monkeypatch, tokens, **changes):
    """A workspace in which training takes a second, and which becomes the current folder."""
    (folder / TOKENS).parent.mkdir(parents=True)
    (folder / TOKENS).symlink_to(tokens)
    monkeypatch.chdir(folder)
    edit(dropout=0.0, **{**BUDGET, "threads": 1, "learning_rate": 0.01, **changes})
    return folder


def command(script=REPOSITORY / "stages" / "train.py"):
    return [sys.executable, str(script), "search-50", "1"]


def environment(**more):
    kept = {name: value for name, value in os.environ.items() if "RANK" not in name}
    return {**kept, "PYTHONPATH": str(REPOSITORY), **more}


def train(*arguments, **more):
    """Run the stage as a user does; returns what it said and its code."""
    return subprocess.run(
        command(*arguments),
        env=environment(**more),
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=300,
    )


def rows(folder=FOLDER):
    table = csv.DictReader(io.StringIO((folder / "epochs.csv").read_text()))
    return [{name: float(value) for name, value in row.items()} for row in table]


def assert_alike(some, others):
    assert len(some) == len(others)
    for one, other in zip(some, others, strict=True):
        assert one["target_tokens"] == other["target_tokens"]
        for name in COLUMNS:
            assert one[name] == pytest.approx(other[name], abs=1e-5), name


@pytest.fixture(scope="module")
def alone(tmp_path_factory, tokens):
    """The epochs and the summary of one process."""
    with pytest.MonkeyPatch.context() as patch:
        make_workspace(tmp_path_factory.mktemp("alone") / "it", patch, tokens)
        done = train()
        assert done.returncode == 0, done.stderr
        return rows(), json.loads((FOLDER / "summary.json").read_text())


def test_two_processes_train_as_one(workspace, alone):
    edit_devices(2)
    done = train()
    assert done.returncode == 0, done.stderr
    assert done.stdout == ""
    assert_alike(rows(), alone[0])
    # One process wrote and spoke.
    assert sum(line.startswith("search-50 seed 1: epoch 1") for line in lines(done)) == 1
    summary = json.loads((FOLDER / "summary.json").read_text())
    settings = summary.pop("settings"), alone[1]["settings"]
    assert settings[0]["training"]["devices"] == 2
    for name, value in summary.items():
        assert value == pytest.approx(alone[1][name], abs=1e-4), name
    assert not RESUME.joinpath("search-50").exists()


def edit_devices(devices, **changes):
    edit(dropout=0.0, **BUDGET, threads=1, learning_rate=0.01, devices=devices, **changes)


def lines(done):
    return done.stderr.splitlines()


def test_more_processes_than_sentences_in_a_batch(workspace, monkeypatch, tokens):
    """Batches of one or two sentences: in some a process has none."""
    small = {"target_tokens": 120, "epoch_tokens": 60, "batch_tokens": 12}
    edit(dropout=0.0, **small, threads=1, learning_rate=0.01)
    assert train().returncode == 0
    expected = rows()
    make_workspace(workspace.parent / "three", monkeypatch, tokens, **small, devices=3)
    done = train()
    assert done.returncode == 0, done.stderr
    assert_alike(rows(), expected)


def share_rows(count, epoch):
    shares = [
        TranslationData(TOKENS, max_words=8, seed=1, **BUDGET, rank=rank, processes=count)
        for rank in range(count)
    ]
    return shares, [list(share.epoch_loader(epoch)) for share in shares]


@pytest.mark.parametrize("count", [2, 3, 7])
def test_every_sentence_is_in_one_share_and_no_more(workspace, count):
    plan = TranslationData(TOKENS, max_words=8, seed=1, **BUDGET).plan
    for epoch in range(len(plan)):
        _, loaded = share_rows(count, epoch)
        for batch, *parts in zip(plan[epoch], *loaded, strict=True):
            together = np.concatenate([part.batch.rows.numpy() for part in parts])
            assert sorted(together.tolist()) == sorted(batch.tolist())
            tokens = sum(int(part.batch.target_lengths.sum()) for part in parts)
            assert {part.tokens for part in parts} == {tokens}
            assert {tuple(part.rows) for part in parts} == {tuple(batch.tolist())}
            sizes = [len(part.batch.rows) for part in parts]
            assert max(sizes) - min(sizes) <= 1


@pytest.mark.parametrize("count", [2, 3])
def test_validation_is_whole_over_the_shares(workspace, count):
    shares, _ = share_rows(count, 0)
    loaded = [list(share.val_dataloader()) for share in shares]
    seen = [row for parts in loaded for part in parts for row in part.batch.rows.tolist()]
    assert sorted(seen) == list(range(10))
    assert len({len(parts) for parts in loaded}) == 1


CRASHING = """
import os, signal
from pipeline.data.module import TranslationData
original = TranslationData.epoch_loader

def loader(self, epoch):
    if epoch == 2 and os.environ.get("LOCAL_RANK", "0") == {rank!r}:
        {action}
    return original(self, epoch)

TranslationData.epoch_loader = loader
"""
# Not by runpy, which changes the name of the script: the processes would start the real one.
STAGE = f"""
import importlib.util
found = importlib.util.spec_from_file_location("stage", {str(REPOSITORY / "stages" / "train.py")!r})
stage = importlib.util.module_from_spec(found)
found.loader.exec_module(stage)
stage.main()
"""


def disturbed(folder, rank, action):
    """A script that trains until ``action`` before the third epoch of process ``rank``."""
    script = folder / "disturbed.py"
    script.write_text(CRASHING.format(rank=rank, action=action) + STAGE, encoding="utf-8")
    return script


@pytest.mark.parametrize("rank", ["0", "1"])
def test_a_killed_process_ends_the_run_and_it_goes_on(workspace, alone, rank):
    edit_devices(2)
    done = train(disturbed(workspace, rank, "os.kill(os.getpid(), signal.SIGKILL)"))
    assert done.returncode == (-signal.SIGKILL if rank == "0" else 1), done.stderr
    assert not FOLDER.exists()
    if rank == "1":
        assert "another of the 2 processes is gone" in lines(done)[-1]
        assert "Traceback" not in done.stderr
    done = train()
    assert done.returncode == 0, done.stderr
    assert "goes on after epoch 2 of an interrupted run" in done.stderr
    assert_alike(rows(), alone[0])


HASTY = """
import os, time
import pytorch_lightning as lightning
import pipeline.training.fit as fit_module
import pipeline.training.processes as processes
from lightning_fabric.strategies.launchers import subprocess_script

# Lightning looks at its processes all the time, not every five seconds.
subprocess_script._ChildProcessObserver.__init__.__defaults__ = (0.01,)
LEADS = os.environ.get("LOCAL_RANK", "0") == "0"
"""
SLOW_OUTPUTS = """
write = fit_module.write_outputs

def slowly(*arguments):
    time.sleep(1)
    write(*arguments)

fit_module.write_outputs = slowly
"""
LINGERING = """
processes.PATIENCE = {patience}
fit = lightning.Trainer.fit

def lingering(*arguments, **options):
    fit(*arguments, **options)
    time.sleep(0 if LEADS else {seconds})
    if not LEADS:
        os._exit({code})

lightning.Trainer.fit = lingering
"""
SLOW_TO_SAY = """
from pipeline.training.epoch_end import EpochEnd
EpochEnd.on_exception = lambda *_: time.sleep(1)
"""


@pytest.mark.parametrize(
    ("patience", "seconds", "code"), [(0, 60, 0), (10, 0.5, 3)], ids=["killed", "failing"]
)
def test_a_process_that_ends_badly_after_training_does_no_harm(
    workspace, alone, patience, seconds, code
):
    """Its work is done, and the first one still has outputs to write."""
    edit_devices(2)
    script = workspace / "lingering.py"
    lingering = LINGERING.format(patience=patience, seconds=seconds, code=code)
    script.write_text(HASTY + SLOW_OUTPUTS + lingering + STAGE, encoding="utf-8")
    done = train(script)
    assert done.returncode == 0, done.stderr
    assert_alike(rows(), alone[0])


def test_the_first_process_has_the_time_to_say_that_another_is_gone(workspace):
    edit_devices(2)
    crashing = CRASHING.format(rank="1", action="os.kill(os.getpid(), signal.SIGKILL)")
    script = workspace / "hasty.py"
    script.write_text(HASTY + SLOW_TO_SAY + crashing + STAGE, encoding="utf-8")
    done = train(script)
    assert done.returncode == 1, done.stderr
    assert "another of the 2 processes is gone" in lines(done)[-1]


def test_a_loss_that_is_no_number_is_said_once(workspace):
    edit(dropout=0.0, **BUDGET, threads=1, devices=2)
    script = workspace / "wild.py"
    script.write_text(
        "import pipeline.training.module as module\nmodule.learning_rate = lambda *_: 1e30\n"
        + STAGE,
        encoding="utf-8",
    )
    done = train(script)
    assert done.returncode == 2, done.stderr
    assert "Traceback" not in done.stderr
    said = [line for line in lines(done) if line.startswith("refused: ")]
    assert len(said) == 1
    assert "(sentences sentence " in said[0]
    assert not FOLDER.exists()


def free_port():
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return str(listening.getsockname()[1])


def start_node(number, port):
    named = {"NODE_RANK": str(number), "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": port}
    return subprocess.Popen(
        command(), env=environment(**named), stderr=subprocess.PIPE, text=True, encoding="utf-8"
    )


@pytest.mark.parametrize("same", [True, False])
def test_two_machines_each_with_a_folder_of_its_own(
    workspace, monkeypatch, tokens, alone, same, tmp_path
):
    """Both on this one. Where their settings differ, both refuse."""
    port = free_port()
    edit_devices(1, nodes=2)
    first = start_node(0, port)
    changes = {} if same else {"clip_norm": 0.5}
    make_workspace(tmp_path / "second", monkeypatch, tokens, nodes=2, **changes)
    second = start_node(1, port)
    said = [node.communicate(timeout=300)[1] for node in (first, second)]
    assert [first.returncode, second.returncode] == ([0, 0] if same else [2, 2]), said
    assert not (workspace.parent / "second" / TRAIN).exists()
    monkeypatch.chdir(workspace)
    if same:
        assert_alike(rows(), alone[0])
        assert "epoch" not in said[1]
    else:
        assert "refused: search-50 seed 1: section training of process 1" in said[0]
        assert not FOLDER.exists()


def test_one_process_does_not_look_at_the_environment(monkeypatch):
    for name in ("LOCAL_RANK", "NODE_RANK", "RANK", "WORLD_SIZE"):
        monkeypatch.setenv(name, "3")
    assert processes_of(training()) == Processes(1, 0)
    monkeypatch.setenv("LOCAL_RANK", "1")
    monkeypatch.setenv("NODE_RANK", "1")
    assert processes_of(training(devices=2, nodes=2)) == Processes(4, 3)


def test_alone_a_sum_is_itself():
    numbers = torch.tensor([1.0, 2.0])
    assert summed(numbers) is numbers
