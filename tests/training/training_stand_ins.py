"""A tiny model, tiny data and a run of them: what the tests of training need of the other rooms.

Run as a script, ``python training_stand_ins.py FIRST SECOND``, it trains in two workspaces: in the
first until it kills itself in the last epoch, in the second until a signal comes in the second.
"""

from __future__ import annotations

import ast
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytorch_lightning as lightning
import torch
from torch import Tensor, nn
from torch.utils.data import DataLoader

from pipeline.config.load import load_section
from pipeline.config.system import System
from pipeline.config.training import Training
from pipeline.data.batch import Batch, padded_batch
from pipeline.model.interface import Loss
from pipeline.training import fingerprint
from pipeline.training.fit import Run, fit

REPOSITORY = Path(__file__).parents[2]
SYSTEM = load_section("systems.search-50", System, REPOSITORY / "params.yaml")
WORDS = 12
BATCHES, SENTENCES, LENGTH = 8, 4, 5
EPOCH_TOKENS = BATCHES * SENTENCES * LENGTH


def training(epochs: int = 3, **changes: object) -> Training:
    """Settings whose budget is ``epochs`` epochs of the stand-in data."""
    settings = {
        "target_tokens": epochs * EPOCH_TOKENS,
        "epoch_tokens": EPOCH_TOKENS,
        "batch_tokens": SENTENCES * LENGTH,
        "optimizer": "adam",
        "learning_rate": 0.05,
        "warmup": 0.1,
        "decay": "linear",
        "clip_norm": 1.0,
        "label_smoothing": 0.0,
        "threads": 1,
        "accelerator": "cpu",
        "precision": "32",
        "devices": 1,
        "nodes": 1,
    }
    return Training(**{**settings, **changes})


class TinyModel(nn.Module):
    """Predicts every target word from the mean of the source's embeddings and its own position."""

    def __init__(self, dropout: float = 0.3) -> None:
        super().__init__()
        self.words = nn.Embedding(WORDS, 8)
        self.places = nn.Parameter(torch.randn(LENGTH, 8))
        self.dropout = nn.Dropout(dropout)
        self.output = nn.Linear(8, WORDS)

    def loss(self, batch: Batch, label_smoothing: float = 0.0) -> Loss:
        mean = self.words(batch.source).mean(1, keepdim=True)  # [B, 1, E]
        hidden = self.dropout(mean + self.places[: batch.target.shape[1]])
        real = batch.target != 0
        total = nn.functional.cross_entropy(
            self.output(hidden)[real],
            batch.target[real],
            reduction="sum",
            label_smoothing=label_smoothing,
        )
        return Loss(
            total, int(real.sum()), total.detach() / real.sum()
        )  # a mean, as the entropy is

    def parameter_count(self) -> int:
        return sum(parameter.numel() for parameter in self.parameters())

    def describe(self) -> str:
        return "source words -> mean -> target words"


def random_batch(generator: torch.Generator, first_row: int) -> Batch:
    """Sentences of four words and the end of sentence; the target repeats the source's first."""
    source = torch.randint(4, WORDS, (SENTENCES, LENGTH), generator=generator)
    target = source[:, :1].repeat(1, LENGTH)
    source[:, -1] = target[:, -1] = 3
    lengths = torch.full((SENTENCES,), LENGTH)
    rows = torch.arange(first_row, first_row + SENTENCES)
    return padded_batch(rows, source, lengths, target, lengths)


class TinyData(lightning.LightningDataModule):
    """Every epoch has its own batches, as the real plan has."""

    pairs = SENTENCES * BATCHES
    dropped_by_cap, oversized = 2, 1

    def __init__(self, epochs: int = 3) -> None:
        super().__init__()
        self.passes = float(epochs)
        generator = torch.Generator().manual_seed(1)
        self.batches = [
            [random_batch(generator, SENTENCES * index) for index in range(BATCHES)]
            for _ in range(epochs)
        ]
        self.validation = [random_batch(generator, SENTENCES * index) for index in range(2)]
        self.given: list[int] = []

    @property
    def plan(self) -> list:
        return self.batches

    def train_dataloader(self) -> DataLoader:
        self.given.append(self.trainer.current_epoch)
        return DataLoader(self.batches[self.trainer.current_epoch], batch_size=None)

    def val_dataloader(self) -> DataLoader:
        return DataLoader(self.validation, batch_size=None)


def tiny_run(settings: Training | None = None, seed: int = 1) -> Run:
    """A run in the current folder, with a data file that is made if it is not there."""
    file = Path("data/train.arrow")
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("sentences", encoding="utf-8")
    chosen = settings or training()
    return Run("search-50", seed, lambda: (SYSTEM, chosen), (file,), (WORDS, WORDS), sentence_ids)


def sentence_ids(rows: Sequence[int]) -> list[str]:
    return [f"sentence {row}" for row in rows]


def weights(path: Path) -> dict[str, Tensor]:
    """The state dict in a model.pt."""
    return torch.load(path, weights_only=True)["state"]


def assert_same(left: dict[str, Tensor], right: dict[str, Tensor]) -> None:
    """Every tensor is the same, bit for bit."""
    assert left.keys() == right.keys()
    for name in left:
        assert torch.equal(left[name], right[name]), name


def closure(path: Path) -> set[Path]:
    """The files of the library that ``path`` imports, directly or not, and itself."""
    found, fresh = set(), {path}
    while fresh:
        found |= fresh
        fresh = {file for one in fresh for file in _imports(one)} - found
    return found


def _imports(path: Path) -> Iterator[Path]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module.startswith("pipeline."):
            for name in (node.module, *(f"{node.module}.{alias.name}" for alias in node.names)):
                file = REPOSITORY / (name.replace(".", "/") + ".py")
                if file.is_file():
                    yield file


class KilledData(TinyData):
    """Data that end the process when the batches of the last epoch are asked for."""

    def train_dataloader(self) -> DataLoader:
        if self.trainer.current_epoch == 2:
            os.kill(os.getpid(), signal.SIGKILL)
        return super().train_dataloader()


class WaitingData(TinyData):
    """Data that wait for a signal in the second epoch."""

    def train_dataloader(self) -> DataLoader:
        loader = super().train_dataloader()
        if self.trainer.current_epoch == 1:
            return DataLoader(loader.dataset, batch_size=None, collate_fn=lambda _: signal.pause())
        return loader


def main() -> None:
    """One process for both, for the sake of one import: the killed run is its child."""
    fingerprint.digest_of_code = lambda: "as it was"  # as in conftest.py
    for workspace, data in ((sys.argv[1], KilledData), (sys.argv[2], WaitingData)):
        child = os.fork() if data is KilledData else 0
        if child:
            print(f"killed by signal {os.WTERMSIG(os.waitpid(child, 0)[1])}", file=sys.stderr)
            continue
        os.chdir(workspace)
        fit(tiny_run(), TinyModel, data())


if __name__ == "__main__":
    main()
