"""How long a translation may be: limits in proportion to the source, the same for every search."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor

from pipeline.config.decoding import Decoding
from pipeline.refusal import Refusal

LONGEST_AT_LEAST = 5
"""Steps that even the shortest source may take: one word may well need three and an end."""


class LengthLimits(NamedTuple):
    """Ratios to the source length, its end of sentence counted.

    Bahdanau et al.'s own search takes at most three times the source length of steps and bars the
    end of sentence for the first half of it.
    """

    max_ratio: float
    min_ratio: float

    @classmethod
    def of(cls, settings: Decoding) -> LengthLimits:
        """Return the limits that section ``decoding`` asks for."""
        return cls(settings.max_length_ratio, settings.min_length_ratio)

    def steps(self, lengths: Tensor) -> StepLimits:
        """Turn source lengths [B], ends of sentence counted, into steps.

        Raises Refusal where a source is empty: attention over nothing is not a number.
        """
        if int(lengths.min()) < 1:
            raise Refusal(
                f"source sentence {int(lengths.argmin())} of the batch is empty; it needs at least "
                "its end of sentence"
            )
        # In float64: 1.1 * 10 must not round up to twelve steps because it is 11.000000238.
        exact = lengths.double()
        most = (exact * self.max_ratio - 1e-9).ceil().long().clamp(min=LONGEST_AT_LEAST)
        fewest = (exact * self.min_ratio + 1e-9).floor().long()
        return StepLimits(torch.minimum(fewest, most - 1), most)


class StepLimits(NamedTuple):
    """The limits of B sentences in decoder steps."""

    fewest: Tensor  # [B] words before the end of sentence may come
    most: Tensor  # [B] steps, the end of sentence counted; at least one more than ``fewest``
