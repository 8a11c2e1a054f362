"""A whole run: what it learns, what it writes, what it says, when it refuses."""

import contextlib
import json
import math
import signal
import warnings
from dataclasses import replace
from pathlib import Path

import pytest
import torch
from torch import nn
from training_stand_ins import (
    BATCHES,
    EPOCH_TOKENS,
    SENTENCES,
    SYSTEM,
    TinyData,
    TinyModel,
    tiny_run,
    training,
    weights,
)

from pipeline.layout import RESUME, TRAIN
from pipeline.refusal import Refusal
from pipeline.training.epoch_end import EpochEnd
from pipeline.training.fit import fit
from pipeline.training.schedule import learning_rate

FOLDER = TRAIN / "search-50" / "1"


@pytest.fixture(autouse=True)
def workspace(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def table():
    header, *lines = [line.split(",") for line in (FOLDER / "epochs.csv").read_text().splitlines()]
    return [dict(zip(header, map(float, line), strict=True)) for line in lines]


@pytest.mark.parametrize("changes", [{}, {"optimizer": "adadelta", "learning_rate": 10.0}])
def test_loss_falls(changes):
    fit(tiny_run(training(epochs=8, **changes)), TinyModel, TinyData(epochs=8))
    rows = table()
    assert len(rows) == 8
    assert rows[-1]["validation_loss"] < 0.7 * rows[0]["train_loss"]


class Unlearning(TinyModel):
    """A model without dropout whose loss can be computed beside the run."""

    def __init__(self):
        super().__init__(dropout=0.0)


def ragged(batch, keep):
    """The batch with all but its first sentence cut to ``keep`` words and padded."""
    target, lengths = batch.target.clone(), batch.target_lengths.clone()
    target[1:, keep:], target[1:, keep - 1], lengths[1:] = 0, 3, keep
    return batch._replace(target=target, target_lengths=lengths)


def test_losses_are_sums_over_tokens_divided_once():
    data = TinyData(epochs=1)
    data.batches = [[ragged(batch, 2 + n % 3) for n, batch in enumerate(data.batches[0])]]
    data.validation = [ragged(data.validation[0], 2), data.validation[1]]
    # With a rate next to nothing the model stays as it was, and its losses can be computed after.
    fit(tiny_run(training(epochs=1, learning_rate=1e-12)), Unlearning, data)
    model = Unlearning()
    model.load_state_dict(weights(FOLDER / "model.pt"))
    for name, batches in (("train_loss", data.batches[0]), ("validation_loss", data.validation)):
        losses = [model.loss(batch) for batch in batches]
        tokens = sum(loss.tokens for loss in losses)
        mean = sum(loss.total.item() for loss in losses) / tokens
        of_means = sum(loss.total.item() / loss.tokens for loss in losses) / len(losses)
        assert tokens == sum(int(batch.target_lengths.sum()) for batch in batches)
        assert table()[0][name] == pytest.approx(mean, rel=1e-6)
        assert table()[0][name] != pytest.approx(of_means, rel=1e-6)  # the test can tell
    entropies = sum(model.loss(b).entropy * model.loss(b).tokens for b in data.validation)
    tokens = sum(model.loss(batch).tokens for batch in data.validation)
    assert table()[0]["attention_entropy"] == pytest.approx(float(entropies) / tokens, rel=1e-6)
    assert table()[0]["target_tokens"] == sum(
        int(batch.target_lengths.sum()) for batch in data.batches[0]
    )


def test_one_update_is_of_the_mean_over_tokens():
    """One epoch of one batch, by hand."""
    data = TinyData(epochs=1)
    batch = ragged(data.batches[0][0], 3)
    data.batches = [[batch]]
    tokens = int(batch.target_lengths.sum())
    settings = training(target_tokens=tokens, optimizer="adadelta", learning_rate=1.0, warmup=0.0)
    fit(tiny_run(settings), Unlearning, data)

    torch.manual_seed(1)
    model = Unlearning()
    optimizer = torch.optim.Adadelta(model.parameters(), lr=0.01, rho=0.95, eps=1e-6)
    (model.loss(batch).total / tokens).backward()
    norm = nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    for name, tensor in weights(FOLDER / "model.pt").items():
        torch.testing.assert_close(tensor, model.state_dict()[name])
    assert table()[0]["gradient_norm"] == pytest.approx(norm.item(), rel=1e-5)


def test_rates_follow_the_tokens_seen():
    settings = training(epochs=3)
    fit(tiny_run(settings), TinyModel, TinyData())
    for number, row in enumerate(table(), start=1):
        tokens = number * EPOCH_TOKENS
        assert row["target_tokens"] == tokens
        rate = learning_rate(tokens, 3 * EPOCH_TOKENS, 0.05, 0.1, "linear")
        assert row["learning_rate"] == pytest.approx(rate)


class WorseAfterTwo(TinyModel):
    """Its validation loss grows from the third epoch on, and its weights tell their epoch."""

    def __init__(self):
        super().__init__()
        self.register_buffer("validations", torch.zeros(()))

    def loss(self, batch, label_smoothing=0.0):
        loss = super().loss(batch, label_smoothing)
        if self.training:
            return loss
        if batch.rows[0] == 0:
            self.validations += 1
        worse = 100.0 * max(int(self.validations) - 2, 0)
        return loss._replace(total=loss.total.detach() * 0 + 10.0 - self.validations + worse)


def test_best_weights_are_kept():
    fit(tiny_run(training(epochs=4)), WorseAfterTwo, TinyData(epochs=4))
    assert weights(FOLDER / "model.pt")["validations"] == 2.0
    summary = json.loads((FOLDER / "summary.json").read_text())
    assert summary["best_epoch"] == 2
    assert summary["epochs"] == 4
    assert summary["best_validation_loss"] == min(row["validation_loss"] for row in table())


def test_summary():
    settings = training(epochs=2)
    fit(tiny_run(settings), TinyModel, TinyData(epochs=2))
    summary = json.loads((FOLDER / "summary.json").read_text())
    assert summary["parameters"] == TinyModel().parameter_count()
    assert summary["pairs"] == SENTENCES * BATCHES
    assert summary["pairs_dropped_by_cap"] == 2
    assert summary["pairs_longer_than_a_batch"] == 1
    assert summary["passes"] == 2.0
    assert summary["steps"] == 2 * BATCHES
    assert summary["pairs_seen"] == 2 * SENTENCES * BATCHES
    assert summary["target_tokens"] == 2 * EPOCH_TOKENS
    assert summary["skipped_updates"] == 0
    assert summary["settings"] == {
        "system": SYSTEM.model_dump(),
        "training": settings.model_dump(),
    }
    timings = json.loads(Path("runs/timings/train/search-50-1.json").read_text(encoding="utf-8"))
    assert timings["threads"] == 1
    assert timings["tokens_per_second"] > 0
    assert sorted(path.name for path in FOLDER.iterdir()) == [
        "epochs.csv",
        "model.pt",
        "summary.json",
    ]


def test_nothing_else_is_written(workspace):
    fit(tiny_run(), TinyModel, TinyData())
    assert sorted(path.as_posix() for path in Path().rglob("*") if path.is_file()) == [
        "data/train.arrow",
        "runs/timings/train/search-50-1.json",
        *(f"runs/train/search-50/1/{name}" for name in ("epochs.csv", "model.pt", "summary.json")),
    ]


def test_log_is_a_line_for_each_epoch(capfd):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        fit(tiny_run(), TinyModel, TinyData())
    out, err = capfd.readouterr()
    assert out == ""
    lines = err.splitlines()
    assert lines[0].startswith("search-50 seed 1: ")
    assert "parameters" in lines[0]
    assert lines[1] == TinyModel().describe()
    assert '"additive"' in lines[2]
    assert "learning_rate 0.05" in lines[3]
    epochs = lines[4:]
    assert len(epochs) == 3
    for number, line in enumerate(epochs, start=1):
        tokens = number * EPOCH_TOKENS
        assert line.startswith(f"search-50 seed 1: epoch {number} of 3, {tokens:,} of 480 target")
        assert "attention entropy" in line
    assert epochs[-1].endswith("about 0 s left")


class Wild(TinyModel):
    """Its loss or its gradient is not finite, or huge, on the sentences from row 12 on."""

    def __init__(self, where):
        super().__init__()
        self.where = where

    def loss(self, batch, label_smoothing=0.0):
        loss = super().loss(batch, label_smoothing)
        if not self.training or batch.rows[0] != 12:
            return loss
        total = loss.total
        if self.where == "loss":
            return loss._replace(total=total * math.nan)
        if self.where == "huge gradient":
            return loss._replace(total=total + 1e9 * (total - total.detach()))
        zero = self.places.sum() * 0.0
        return loss._replace(total=total + zero.sqrt())  # whose derivative at 0 is infinite


def test_nan_loss_stops_the_run():
    with pytest.raises(Refusal, match=r"loss is nan at step 4 \(sentences sentence 12, "):
        fit(tiny_run(), lambda: Wild("loss"), TinyData())
    assert not FOLDER.exists()


def test_huge_gradients_are_skipped_once_there_is_a_usual_norm():
    """At step 4 of each epoch: in the first two no norm is usual yet."""
    fit(tiny_run(training(epochs=5)), lambda: Wild("huge gradient"), TinyData(epochs=5))
    assert json.loads((FOLDER / "summary.json").read_text())["skipped_updates"] == 2
    norms = [row["gradient_norm"] for row in table()]
    assert min(norms[:2] + norms[2:3]) > 1e6
    assert max(norms[3:]) < 10


def test_wild_gradients_are_skipped_and_counted(capsys):
    fit(tiny_run(), lambda: Wild("gradient"), TinyData())
    assert json.loads((FOLDER / "summary.json").read_text())["skipped_updates"] == 3
    assert all(torch.isfinite(tensor).all() for tensor in weights(FOLDER / "model.pt").values())
    assert all(math.isfinite(row["gradient_norm"]) for row in table())
    assert "2 updates skipped" in capsys.readouterr().err


class NotValid(TinyModel):
    def loss(self, batch, label_smoothing=0.0):
        loss = super().loss(batch, label_smoothing)
        return loss if self.training else loss._replace(total=loss.total * math.inf)


def test_infinite_validation_loss_stops_the_run():
    with pytest.raises(Refusal, match="validation loss inf after epoch 1"):
        fit(tiny_run(), NotValid, TinyData())


class Meddling(TinyData):
    """Something edits a file while training runs."""

    def train_dataloader(self):
        if self.trainer.current_epoch == 1:
            Path("data/train.arrow").write_text("edited", encoding="utf-8")
        return super().train_dataloader()


def test_sources_that_change_under_the_run_are_refused():
    with pytest.raises(Refusal, match=r"train\.arrow changed while training ran"):
        fit(tiny_run(), TinyModel, Meddling())
    assert not FOLDER.exists()


def test_settings_that_change_under_the_run_are_refused():
    read = iter([training(), training(), training(clip_norm=2.0)])
    run = tiny_run()
    run = replace(run, settings=lambda: (SYSTEM, next(read)))
    with pytest.raises(Refusal, match="section training changed while training ran"):
        fit(run, TinyModel, TinyData())


def test_old_outputs_go_before_a_new_run_begins():
    fit(tiny_run(), TinyModel, TinyData())
    with pytest.raises(Refusal):
        fit(tiny_run(), lambda: Wild("loss"), TinyData())
    assert not FOLDER.exists()
    assert not Path("runs/timings/train/search-50-1.json").exists()


def test_missing_data_file():
    run = tiny_run()
    Path("data/train.arrow").unlink()
    with pytest.raises(Refusal, match=r"train\.arrow: missing"):
        fit(run, TinyModel, TinyData())


@pytest.mark.skipif(torch.cuda.is_available(), reason="has a GPU")
def test_absent_accelerator():
    with pytest.raises(Refusal, match=r"training\.accelerator: gpu is not usable here"):
        fit(tiny_run(training(accelerator="gpu")), TinyModel, TinyData())


def test_reduced_precision_trains():
    fit(tiny_run(training(epochs=6, precision="bf16")), TinyModel, TinyData(epochs=6))
    assert weights(FOLDER / "model.pt")["words.weight"].dtype == torch.float32
    assert table()[-1]["validation_loss"] < table()[0]["validation_loss"]


def test_process_is_left_as_it_was():
    before = (torch.get_num_threads(), torch.are_deterministic_algorithms_enabled())
    fit(tiny_run(), TinyModel, TinyData())
    assert before == (torch.get_num_threads(), torch.are_deterministic_algorithms_enabled())


def test_smoothing_is_for_training_only():
    seen = []

    class Recording(TinyModel):
        def loss(self, batch, label_smoothing=0.0):
            seen.append((self.training, torch.is_inference_mode_enabled(), label_smoothing))
            return super().loss(batch, label_smoothing)

    fit(tiny_run(training(epochs=1, label_smoothing=0.1)), Recording, TinyData(epochs=1))
    assert set(seen) == {(True, False, 0.1), (False, True, 0.0)}


def test_resume_folder_is_gone_after_a_good_run():
    fit(tiny_run(), TinyModel, TinyData())
    assert not (RESUME / "search-50").exists()


def lose_a_signal(*_):
    with contextlib.suppress(SystemExit):
        signal.raise_signal(signal.SIGTERM)


def test_a_signal_lost_after_the_last_epoch(monkeypatch):
    monkeypatch.setattr(EpochEnd, "on_train_end", lose_a_signal)
    with pytest.raises(SystemExit) as ended:
        fit(tiny_run(), TinyModel, TinyData())
    assert ended.value.code == 143
    assert not FOLDER.exists()


class Signalled(TinyData):
    """A signal arrives between two epochs; what it raises is passed on or lost."""

    def __init__(self, number, lost):
        super().__init__()
        self.number, self.lost = number, lost

    def train_dataloader(self):
        if self.trainer.current_epoch == 1:
            with contextlib.suppress(SystemExit) if self.lost else contextlib.nullcontext():
                signal.raise_signal(self.number)
        return super().train_dataloader()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("lost", [False, True])
def test_a_signal_ends_the_run(number, lost, capsys):
    """Where its exception was lost (in a destructor, say), the next batch ends the run."""
    handler = signal.getsignal(number)
    with pytest.raises(SystemExit) as ended:
        fit(tiny_run(), TinyModel, Signalled(number, lost))
    assert ended.value.code == 128 + number
    assert f"stopped by {number.name}" in capsys.readouterr().err
    assert not FOLDER.exists()
    assert signal.getsignal(number) is handler
