"""Which beams the model computes: of every open sentence the first few, side by side in a batch."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor

from pipeline.decoding.best_tokens import BestTokens


class RowLayout(NamedTuple):
    """R rows for L sentences with K beams each, of which only the first ``width`` have a row."""

    width: Tensor  # [L]
    first: Tensor  # [L] the row of a sentence's first beam
    cells: Tensor  # [R] the place of each row's beam among all L * K
    beams: int

    @classmethod
    def of(cls, width: Tensor, beams: int) -> RowLayout:
        """Return the layout for sentences of ``width`` [L] computed beams out of ``beams``."""
        computed = torch.arange(beams, device=width.device) < width[:, None]  # [L, K]
        return cls(width, width.cumsum(0) - width, computed.flatten().nonzero()[:, 0], beams)

    @property
    def sentence(self) -> Tensor:
        """The place [R] of each row's sentence among the L."""
        return self.cells // self.beams

    def spread(self, best: BestTokens) -> BestTokens:
        """Turn what was found for each row [R, N] into [L, K, N]: impossible where no row is."""
        shape = (len(self.width), self.beams, best.tokens.shape[1])
        every = best.log_probabilities.new_full((shape[0] * shape[1], shape[2]), -torch.inf)
        tokens = torch.zeros_like(every, dtype=torch.long)
        return BestTokens(
            every.index_copy_(0, self.cells, best.log_probabilities).view(shape),
            tokens.index_copy_(0, self.cells, best.tokens).view(shape),
        )

    def rows(self, beams: Tensor) -> Tensor:
        """The row of each of ``beams`` [L, ...], numbered within their sentence.

        One that has no row (its descendant is impossible as well) gets its sentence's last.
        """
        return self.first[:, None] + torch.minimum(beams, self.width[:, None] - 1)
