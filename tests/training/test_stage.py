"""The stage as a user runs it: the real model on real (tiny) data in a workspace."""

import json
from pathlib import Path

import numpy as np
import pytest
import torch
from running import run_stage
from stage_workspace import BUDGET, OUTPUTS, SYMBOLS, edit, write_tokens

from pipeline.data.module import TranslationData
from pipeline.data.vocabulary import EOS
from pipeline.layout import TOKENS, TRAIN
from pipeline.training.checkpoint import load_model


@pytest.fixture(scope="module")
def tokens(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tokens")
    write_tokens(folder)
    return folder


@pytest.fixture
def workspace(tmp_path, monkeypatch, tokens):
    """A workspace whose params.yaml is the repository's with everything made small."""
    folder = tmp_path / "a workspace, ä"
    here = folder / TOKENS
    here.parent.mkdir(parents=True)
    here.symlink_to(tokens)
    monkeypatch.chdir(folder)
    edit(**BUDGET, threads=1, learning_rate=0.01)
    return folder


def train(system="search-50", seed="1"):
    run_stage("train", system, seed)


def outputs(system="search-50"):
    return {name: (TRAIN / system / "1" / name).read_bytes() for name in OUTPUTS}


def test_budget_ends_with_the_first_batch_that_reaches_it(workspace):
    train()
    summary = json.loads(outputs()["summary.json"])
    data = TranslationData(TOKENS, max_words=8, seed=1, **BUDGET)
    *_, last = data.plan.batches()
    assert summary["target_tokens"] == data.plan.target_tokens >= 900
    assert summary["target_tokens"] - int(data._train.target_ids.lengths[last].sum()) < 900
    assert summary["steps"] == len(list(data.plan.batches()))
    assert summary["pairs_seen"] == data.plan.sentences
    assert summary["pairs"] + summary["pairs_dropped_by_cap"] == 40
    assert summary["pairs_dropped_by_cap"] > 0
    assert summary["epochs"] == len(data.plan) == 3


@pytest.mark.parametrize("system", ["search-50", "encdec-30"])
def test_interrupted_and_uninterrupted_runs_end_alike(workspace, monkeypatch, system):
    train(system)
    whole = outputs(system)
    with monkeypatch.context() as patch:
        patch.setattr(TranslationData, "epoch_loader", failing_at(2))
        with pytest.raises(OSError, match="pulled"):
            train(system)
    assert not (TRAIN / system).exists() or not list((TRAIN / system).iterdir())
    train(system)
    assert outputs(system) == whole


def test_a_run_starts_from_the_words_of_its_own_training_data(workspace, monkeypatch):
    """At a rate of zero the first bias is also the last."""
    monkeypatch.setattr("pipeline.training.module.learning_rate", lambda *_: 0.0)
    train()
    bias = load_model(TRAIN / "search-50" / "1" / "model.pt").output.bias.detach()
    counts = TranslationData(TOKENS, max_words=8, seed=1, **BUDGET).target_counts(len(SYMBOLS))
    assert 0 < counts[EOS] < 40  # the cap leaves some out
    expected = np.log((counts + 1) / (counts + 1).sum())
    np.testing.assert_allclose(bias.numpy(), expected, rtol=1e-6)


def failing_at(epoch):
    original = TranslationData.epoch_loader

    def loader(self, number):
        if number == epoch:
            raise OSError("plug pulled")
        return original(self, number)

    return loader


def test_the_model_is_the_best_epochs_and_moves_with_its_folder(workspace, tmp_path):
    train()
    Path("runs/train/search-50").rename(tmp_path / "elsewhere")
    model = load_model(tmp_path / "elsewhere" / "1" / "model.pt")
    summary = json.loads((tmp_path / "elsewhere" / "1" / "summary.json").read_text())
    batches = list(TranslationData(TOKENS, max_words=8, seed=1, **BUDGET).val_dataloader())
    with torch.inference_mode():
        losses = [model.loss(batch) for batch in batches]
    total = sum(loss.total.double() for loss in losses) / sum(loss.tokens for loss in losses)
    assert total.item() == pytest.approx(summary["best_validation_loss"], rel=1e-6)


def test_a_rate_out_of_hand_is_refused_with_the_sentences(workspace, monkeypatch, capsys):
    monkeypatch.setattr("pipeline.training.module.learning_rate", lambda *_: 1e30)
    with pytest.raises(SystemExit) as ended:
        train()
    assert ended.value.code == 2
    said = capsys.readouterr().err.splitlines()[-1]
    assert said.startswith("refused: training stopped: the loss is ")
    assert "(sentences sentence " in said
    assert not (TRAIN / "search-50").exists()


@pytest.mark.parametrize(
    ("system", "seed", "change", "message"),
    [
        ("serch-50", "1", lambda: None, "search-50"),
        ("search-50", "1", lambda: edit(batch_tokens=0), "training.batch_tokens"),
        ("search-50", "1", lambda: TOKENS.unlink(), "vocabulary.json is missing"),
        ("search-50", "-1", lambda: None, "refused: seed -1: allowed: a whole number from 0 to"),
        ("search-50", str(2**31), lambda: None, "refused: seed 2147483648: allowed: a whole"),
    ],
)
def test_refusals(workspace, capsys, system, seed, change, message):
    change()
    with pytest.raises(SystemExit) as ended:
        train(system, seed)
    assert ended.value.code == 2
    assert message in capsys.readouterr().err
