"""Batches: sentences padded to one length, source and target with their lengths."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from pipeline.data.ragged import Ragged, from_lists
from pipeline.data.vocabulary import PAD


class Batch(NamedTuple):
    """B sentence pairs. Lengths count the end of sentence."""

    rows: Tensor  # [B] long, rows of the split
    source: Tensor  # [B, S] long, each ends with EOS, padded with PAD
    source_lengths: Tensor  # [B] long
    target: Tensor  # [B, T] long, each ends with EOS, padded with PAD
    target_lengths: Tensor  # [B] long
    # [N] long, where in the flattened target [B T] the real words are. Found on the host, where
    # batches are made: a device that were asked for it would have to stop and answer.
    real: Tensor


def collate(
    rows: Sequence[int],
    source_ids: Sequence[Sequence[int]],
    target_ids: Sequence[Sequence[int]],
) -> Batch:
    """Pad the sentences ``rows``, given side by side: ``source_ids[k]`` belongs to ``rows[k]``.

    To pick rows out of whole columns, use :func:`gather`.
    """
    if not len(rows) == len(source_ids) == len(target_ids):
        raise ValueError(
            f"{len(rows)} rows with {len(source_ids)} sources and {len(target_ids)} targets: a "
            "batch needs as many of each"
        )
    inside = np.arange(len(rows))
    source, source_lengths = from_lists(source_ids).padded(inside, PAD)
    target, target_lengths = from_lists(target_ids).padded(inside, PAD)
    return _batch(np.asarray(rows), source, source_lengths, target, target_lengths)


def gather(rows: np.ndarray, source_ids: Ragged, target_ids: Ragged) -> Batch:
    """Pad the sentences ``rows`` [B] of a split, whose columns are given whole."""
    return _batch(rows, *source_ids.padded(rows, PAD), *target_ids.padded(rows, PAD))


def padded_batch(
    rows: Tensor, source: Tensor, source_lengths: Tensor, target: Tensor, target_lengths: Tensor
) -> Batch:
    """Make a batch of padded sides, each [B, S] or [B, T] with its lengths [B], all on the host."""
    real = (torch.arange(target.shape[1]) < target_lengths[:, None]).flatten().nonzero()[:, 0]
    return Batch(rows, source, source_lengths, target, target_lengths, real)


def _batch(*arrays: np.ndarray) -> Batch:
    tensors = (torch.from_numpy(np.ascontiguousarray(one, dtype=np.int64)) for one in arrays)
    return padded_batch(*tensors)
