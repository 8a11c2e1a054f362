"""The DataModule: the plan's batches in the plan's order, epoch by epoch, and the cap."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
import torch
from pytorch_lightning import LightningModule, Trainer

from data.workspace import run_data_stages
from pipeline.data.corpus import load_split, load_vocabularies
from pipeline.data.module import TranslationData
from pipeline.data.vocabulary import BOS, EOS, PAD
from pipeline.layout import TOKENS
from pipeline.refusal import Refusal

BUDGET = {"target_tokens": 6000, "epoch_tokens": 1500, "batch_tokens": 120, "seed": 1}


@pytest.fixture(scope="module")
def workspace(tmp_path_factory):
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.chdir(tmp_path_factory.mktemp("module"))
        run_data_stages()
        yield


def data(max_words: int | None = None, **changes) -> TranslationData:
    return TranslationData(TOKENS, max_words=max_words, **(BUDGET | changes))


def test_batches_hold_the_sentences_of_their_rows(workspace):
    split = load_split(TOKENS, "train")
    for batch in data().train_dataloader():
        for place, row in enumerate(batch.rows.tolist()):
            size = int(batch.source_lengths[place])
            assert batch.source[place, :size].tolist() == split[row]["source_ids"]
            assert not batch.source[place, size:].any()
            size = int(batch.target_lengths[place])
            assert batch.target[place, :size].tolist() == split[row]["target_ids"]
            assert not batch.target[place, size:].any()


def test_batches_are_made_in_the_process_that_trains(workspace):
    """Workers slow down models as small as these many times over."""
    for loader in (data().train_dataloader(), data().val_dataloader()):
        assert loader.num_workers == 0


def test_the_cap_holds_on_both_sides(workspace):
    split = load_split(TOKENS, "train")
    words = [
        (len(s), len(t)) for s, t in zip(split["source_words"], split["target_words"], strict=True)
    ]
    capped = data(max_words=6)
    inside = [row for row, pair in enumerate(words) if max(pair) <= 6]
    assert 0 < len(inside) < len(words)
    used = np.unique(np.concatenate(list(capped.plan.batches())))
    assert used.tolist() == inside
    assert capped.pairs == len(inside)
    assert capped.dropped_by_cap == len(words) - len(inside)
    assert capped.passes == pytest.approx(capped.plan.sentences / len(inside))
    assert data().pairs == len(words)
    assert data().dropped_by_cap == 0


@pytest.mark.parametrize("cap", [None, 6])
def test_target_words_are_counted_once_for_each_pair_within_the_cap(workspace, cap):
    split = load_split(TOKENS, "train")
    counted = Counter(
        place
        for source, target, ids in zip(
            split["source_words"], split["target_words"], split["target_ids"], strict=True
        )
        if cap is None or max(len(source), len(target)) <= cap
        for place in ids
    )
    size = len(load_vocabularies(TOKENS).target)
    counts = data(max_words=cap).target_counts(size)
    assert counts.tolist() == [counted[place] for place in range(size)]
    assert counts[EOS] == data(max_words=cap).pairs
    assert counts[BOS] == counts[PAD] == 0


def test_a_cap_that_leaves_nothing(workspace):
    with pytest.raises(Refusal) as refusal:
        TranslationData(TOKENS, max_words=1, max_words_key="systems.a.max_words", **BUDGET)
    assert "systems.a.max_words is 1, which leaves no training pair" in str(refusal.value)
    assert "the shortest of the" in str(refusal.value)
    assert "has 2 words" in str(refusal.value)


def test_sentences_longer_than_a_batch_are_counted(workspace):
    assert data().oversized == 0
    tight = data(batch_tokens=8)
    assert tight.oversized > 0
    assert {len(b.rows) for b in tight.train_dataloader() if b.target.shape[1] > 8} <= {1}


def test_validation_is_whole(workspace):
    loader = data(max_words=4).val_dataloader()
    rows = [row for batch in loader for row in batch.rows.tolist()]
    assert sorted(rows) == list(range(len(load_split(TOKENS, "validation"))))
    widths = [batch.target.shape[1] for batch in loader]
    assert widths == sorted(widths)
    assert all(batch.target.numel() <= 120 for batch in loader)


class Watching(LightningModule):
    """Notes which rows it is given."""

    def __init__(self) -> None:
        super().__init__()
        self.weight = torch.nn.Parameter(torch.zeros(()))
        self.seen: list[list[int]] = []

    def training_step(self, batch, number):
        self.seen.append(batch.rows.tolist())
        return self.weight * batch.target_lengths.sum()

    def validation_step(self, batch, number):
        pass

    def configure_optimizers(self):
        return torch.optim.SGD(self.parameters(), lr=0.0)


@pytest.mark.filterwarnings("ignore")
def test_a_trainer_sees_the_plan_epoch_by_epoch(workspace, tmp_path):
    planned, watching = data(), Watching()
    trainer = Trainer(
        max_epochs=len(planned.plan),
        reload_dataloaders_every_n_epochs=1,
        accelerator="cpu",
        logger=False,
        enable_checkpointing=False,
        enable_progress_bar=False,
        enable_model_summary=False,
        default_root_dir=tmp_path,
    )
    trainer.fit(watching, planned)
    assert len(planned.plan) == 4
    assert watching.seen == [rows.tolist() for rows in planned.plan.batches()]
