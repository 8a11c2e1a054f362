"""Several processes share every batch: each takes some of its sentences, none takes one twice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from torch.utils.data import Dataset

from pipeline.data.batch import Batch, gather
from pipeline.data.ragged import Ragged


class Share(NamedTuple):
    """One process's part of a batch, and what all processes must know of the whole."""

    batch: Batch  # of this process; of no sentence where there are fewer than processes
    rows: list[int]  # of the whole batch, in the split
    tokens: int  # real target tokens of the whole batch


def whole(batch: Batch) -> Share:
    """A batch that one process has for itself."""
    return Share(batch, batch.rows.tolist(), int(batch.target_lengths.sum()))


class PlannedShares(Dataset):
    """Item k is process ``rank``'s share of batch k of a plan; there are ``count`` processes.

    A batch is sorted by length: every ``count``-th sentence makes shares of about the same size.
    """

    def __init__(
        self, plan: Sequence[np.ndarray], source: Ragged, target: Ragged, rank: int, count: int
    ) -> None:
        self.plan, self.source, self.target = plan, source, target
        self.rank, self.count = rank, count

    def __len__(self) -> int:
        return len(self.plan)

    def __getitem__(self, place: int) -> Share:
        rows = self.plan[place]
        mine = gather(rows[self.rank :: self.count], self.source, self.target)
        return Share(mine, rows.tolist(), int(self.target.lengths_of(rows).sum()))
