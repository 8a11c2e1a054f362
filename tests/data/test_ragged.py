"""Columns of lists: in one piece or in several, and never copied out of their file."""

from __future__ import annotations

import tracemalloc

import numpy as np
import pytest

from pipeline.data.corpus import load_split
from pipeline.data.module import TranslationData
from pipeline.data.ragged import Ragged, from_lists, list_lengths, ragged_column
from pipeline.data.store import BATCH_ROWS, save_split
from pipeline.data.tokenization import Row

LISTS = [[1, 2], [], [3], [4, 5, 6], [7], [8, 9]]


def in_pieces(*edges):
    bounds = zip((0, *edges), (*edges, len(LISTS)), strict=True)
    pieces = [from_lists(LISTS[begin:end]) for begin, end in bounds]
    return Ragged(*(part for piece in pieces for part in piece._parts))


@pytest.mark.parametrize("edges", [(), (2,), (1, 1, 4), (0, 3, 6)])
def test_pieces_are_as_one(edges):
    ragged = in_pieces(*edges)
    assert len(ragged) == len(LISTS)
    assert [ragged[row].tolist() for row in range(len(LISTS))] == LISTS
    assert ragged.lengths.tolist() == [len(one) for one in LISTS]
    rows = np.array([5, 3, 1, 0, 3])
    assert ragged.lengths_of(rows).tolist() == [2, 3, 0, 2, 3]
    array, lengths = ragged.padded(rows, 0)
    assert array.tolist() == [[8, 9, 0], [4, 5, 6], [0, 0, 0], [1, 2, 0], [4, 5, 6]]
    assert lengths.tolist() == [2, 3, 0, 2, 3]
    assert ragged.counts(np.array([0, 3, 4]), 12).tolist() == [0, 1, 1, 0, 1, 1, 1, 1, 0, 0, 0, 0]


def test_no_rows():
    array, lengths = in_pieces(2).padded(np.zeros(0, np.int64), 0)
    assert array.shape == (0, 0)
    assert lengths.shape == (0,)


def rows(count, words):
    chance = np.random.default_rng(1)
    for number in range(count):
        ids = [*chance.integers(4, 4000, words - number % 7).tolist(), 3]
        side = ["w"] * (len(ids) - 1)
        places = list(range(len(ids)))
        yield Row(
            f"s{number}", "g", "w", "w", side, side, ids, ids, places, places, [], number % 2 == 0
        )


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Four record batches of training data, of 3 MB a side."""
    folder = tmp_path_factory.mktemp("tokens")
    save_split(folder, "train", rows(3 * BATCH_ROWS + 500, 200))
    save_split(folder, "validation", rows(20, 30))
    return folder


def test_a_split_is_written_in_batches_and_read_where_it_lies(folder):
    split = load_split(folder, "train")
    column = split.data.column("source_ids")
    assert [len(chunk) for chunk in column.chunks] == [BATCH_ROWS] * 3 + [500]
    ragged = ragged_column(split, "source_ids")
    assert not any(array.flags.owndata for part in ragged._parts for array in part)
    lists = column.to_pylist()
    assert all(ragged[row].tolist() == lists[row] for row in (0, 999, 1000, 3499))
    assert list_lengths(split, "source_ids").tolist() == [len(one) for one in lists]


def test_the_same_rows_give_the_same_bytes_from_a_list_or_one_by_one(folder, tmp_path):
    save_split(tmp_path, "train", list(rows(3 * BATCH_ROWS + 500, 200)))
    assert (tmp_path / "train.arrow").read_bytes() == (folder / "train.arrow").read_bytes()


def test_training_data_do_not_hold_the_corpus(folder):
    """The ids alone are 5.6 MB; lengths and a plan are a few hundred bytes a pair."""
    settings = {"target_tokens": 200_000, "epoch_tokens": 100_000, "batch_tokens": 1600, "seed": 1}
    list(TranslationData(folder, max_words=None, **settings).epoch_loader(0))
    tracemalloc.start()
    try:
        data = TranslationData(folder, max_words=None, **settings)
        for _ in data.epoch_loader(0):
            pass
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 2_000_000
