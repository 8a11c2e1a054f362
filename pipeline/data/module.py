"""The LightningDataModule: batches of the training plan, epoch by epoch, and of validation."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from pytorch_lightning import LightningDataModule
from torch.utils.data import DataLoader, Dataset

from pipeline.data.batch import Batch, gather
from pipeline.data.corpus import load_split
from pipeline.data.plan import Plan, length_batches, oversized, training_plan
from pipeline.data.ragged import Ragged, SplitArrays, split_arrays
from pipeline.data.selection import within_cap
from pipeline.data.share import PlannedShares, Share


class PlannedBatches(Dataset):
    """Item k is batch k of a plan, ready to use; the loader adds nothing and reorders nothing."""

    def __init__(self, plan: Sequence[np.ndarray], source: Ragged, target: Ragged) -> None:
        self.plan, self.source, self.target = plan, source, target

    def __len__(self) -> int:
        return len(self.plan)

    def __getitem__(self, place: int) -> Batch:
        return gather(self.plan[place], self.source, self.target)


class TranslationData(LightningDataModule):
    """Training and validation batches of one system.

    Epoch k of training is ``plan[k]``; the trainer is run with
    ``reload_dataloaders_every_n_epochs=1``, so that every epoch asks for its loader anew, a resumed
    training too.

    ``pairs``: training pairs within the cap; ``dropped_by_cap``: those beyond it; ``oversized``:
    pairs longer than a batch may be, each a batch of its own; ``passes``: how often the pairs are
    seen on average.
    """

    plan: Plan

    def __init__(
        self,
        folder: str | Path,
        *,
        max_words: int | None,
        target_tokens: int,
        epoch_tokens: int,
        batch_tokens: int,
        seed: int,
        max_words_key: str = "max_words",
        rank: int = 0,
        processes: int = 1,
        pin: bool = False,
    ) -> None:
        """Read the splits in ``folder`` and make the plan.

        ``max_words``: cap on the words of either side; ``target_tokens``, ``epoch_tokens``,
        ``batch_tokens``: as in section ``training``; ``seed``: of the run. Refuses a cap that
        leaves no pair, naming ``max_words_key``. Where several ``processes`` share every batch,
        the loaders give the :class:`Share` of process ``rank`` in place of a Batch. ``pin``:
        batches lie in memory that a GPU can copy from while the processor goes on.
        """
        super().__init__()
        self._rank, self._processes, self._pin = rank, processes, pin
        train = split_arrays(load_split(Path(folder), "train"))
        validation = split_arrays(load_split(Path(folder), "validation"))
        lengths = train.source_ids.lengths, train.target_ids.lengths
        rows = within_cap(train.source_words, train.target_words, max_words, max_words_key)
        self.plan = training_plan(
            *lengths,
            rows=rows,
            target_tokens=target_tokens,
            epoch_tokens=epoch_tokens,
            batch_tokens=batch_tokens,
            seed=seed,
        )
        self._rows, self.pairs = rows, len(rows)
        self.dropped_by_cap = len(lengths[0]) - len(rows)
        self.oversized = oversized(*lengths, rows, batch_tokens)
        self.passes = self.plan.sentences / len(rows)
        self._train, self._validation = train, validation
        self._validation_batches = length_batches(
            validation.source_ids.lengths, validation.target_ids.lengths, batch_tokens
        )

    def target_counts(self, vocabulary: int) -> np.ndarray:
        """How often each target id is in the pairs within the cap, each pair once: [V] int64.

        Ends of sentences and UNK are counted like words; ``vocabulary`` is V.
        """
        return self._train.target_ids.counts(self._rows, vocabulary)

    def epoch_loader(self, epoch: int) -> DataLoader:
        """The batches of one training epoch (from 0), in the plan's order."""
        return self._loader(self.plan[epoch], self._train)

    def train_dataloader(self) -> DataLoader:
        """The batches of the epoch that the trainer is in (the first without a trainer).

        A run that was interrupted after its last epoch asks too, and trains on none of them.
        """
        epoch = self.trainer.current_epoch if self.trainer else 0
        return self.epoch_loader(min(epoch, len(self.plan) - 1))

    def val_dataloader(self) -> DataLoader:
        """All validation sentences, of like length together."""
        return self._loader(self._validation_batches, self._validation)

    def _loader(self, plan: Sequence[np.ndarray], arrays: SplitArrays) -> DataLoader:
        columns = plan, arrays.source_ids, arrays.target_ids
        batches = (
            PlannedBatches(*columns)
            if self._processes == 1
            else PlannedShares(*columns, self._rank, self._processes)
        )
        # No workers: gathering a batch takes less than a millisecond, handing it over takes more.
        return DataLoader(
            batches, batch_size=None, collate_fn=_as_it_is, num_workers=0, pin_memory=self._pin
        )


def _as_it_is(batch: Batch | Share) -> Batch | Share:
    return batch
