"""Batches: padding, lengths, rows; the fast way gives what the plain way gives."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from pipeline.data.batch import collate, gather
from pipeline.data.ragged import from_lists
from pipeline.data.vocabulary import EOS, PAD

SOURCES = [[5, 6, EOS], [7, EOS], [8, 9, 10, 11, EOS], [EOS]]
TARGETS = [[4, EOS], [5, 5, 5, EOS], [6, EOS], [7, 8, EOS]]


def test_collate_pads_what_stands_side_by_side():
    batch = collate([7, 3], SOURCES[:2], TARGETS[:2])
    assert batch.rows.tolist() == [7, 3]
    assert batch.source.tolist() == [[5, 6, EOS], [7, EOS, PAD]]
    assert batch.source_lengths.tolist() == [3, 2]
    assert batch.target.tolist() == [[4, EOS, PAD, PAD], [5, 5, 5, EOS]]
    assert batch.target_lengths.tolist() == [2, 4]
    assert {part.dtype for part in batch} == {torch.int64}


def test_collate_wants_as_many_sentences_as_rows():
    with pytest.raises(ValueError, match="2 rows with 4 sources and 4 targets"):
        collate([0, 1], SOURCES, TARGETS)


@pytest.mark.parametrize("rows", [[0, 1, 2, 3], [2, 0], [3], [1, 1]])
def test_gather_picks_rows_of_whole_columns(rows):
    fast = gather(np.array(rows), from_lists(SOURCES), from_lists(TARGETS))
    plain = collate(rows, [SOURCES[row] for row in rows], [TARGETS[row] for row in rows])
    for mine, other in zip(fast, plain, strict=True):
        assert torch.equal(mine, other)


def test_ragged_columns_give_back_their_lists():
    column = from_lists(SOURCES)
    assert [column[row].tolist() for row in range(len(column))] == SOURCES
    assert column.lengths.tolist() == [3, 2, 5, 1]
    assert len(from_lists([])) == 0


def test_the_places_of_real_target_words_are_known_on_the_host():
    batch = collate([0, 1], [[5, 3], [6, 3]], [[7, 3], [8, 9, 3]])
    assert batch.real.tolist() == [0, 1, 3, 4, 5]
    assert batch.target.flatten()[batch.real].tolist() == [7, 3, 8, 9, 3]
