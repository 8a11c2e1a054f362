"""Means over tokens: sums divided once, never means of means."""

from __future__ import annotations

import torch
from torch import Tensor

from pipeline.training.processes import is_distributed, summed


class Tally:
    """A sum over batches and the number of things (tokens, updates) that it is a sum over.

    Sums stay on their device until somebody asks: adding one never waits for an accelerator.
    """

    def __init__(self) -> None:
        self._totals: list[Tensor] = []
        self.count = 0

    def add(self, total: Tensor, count: int) -> None:
        """Add a scalar sum over ``count`` things."""
        self._totals.append(total.detach())
        self.count += count

    def join(self, device: torch.device) -> None:
        """Add the other processes' sums and counts to this one's; nothing where there is none.

        All processes must call it; it makes them wait for each other.
        """
        if not is_distributed():
            return
        mine = torch.stack(self._totals).double().sum() if self._totals else 0.0
        both = summed(torch.tensor([float(mine), self.count], dtype=torch.float64, device=device))
        self._totals, self.count = [both[0]], int(both[1])

    def mean(self) -> float | None:
        """Return the sum of all totals (added in float64) over the count; None where it is 0."""
        if self.count == 0:
            return None
        return float(torch.stack(self._totals).cpu().double().sum()) / self.count

    def finite_mean(self) -> float | None:
        """Return the mean of those totals that are finite, each counted once; None if none is."""
        if not self._totals:
            return None
        totals = torch.stack(self._totals).cpu().double()
        totals = totals[torch.isfinite(totals)]
        return float(totals.mean()) if len(totals) else None
