"""Points of the grids, and what is measured at one."""

from __future__ import annotations

import torch

from pipeline.benchmark.growth import GRIDS, Point, grids, grown, invented_batch, scaled
from pipeline.benchmark.memory import MIB, STATUS, memory_of
from pipeline.benchmark.options import read_options
from pipeline.data.vocabulary import EOS

CPU = torch.device("cpu")


def test_every_point_is_visited_once_and_lengths_in_order():
    points = list(grids())
    assert len(points) == sum(len(grid) for grid in GRIDS.values())
    for name, grid in GRIDS.items():
        assert tuple(point for one, point in points if one == name) == grid
    assert [point.length for point in GRIDS["by_length"]] == [10, 20, 40, 80, 160]


def test_a_batch_has_nothing_to_pad():
    batch = invented_batch(Point(length=7, sentences=3), (9, 8))
    assert batch.source.shape == batch.target.shape == (3, 7)
    assert (batch.source_lengths == 7).all()
    assert (batch.target[:, -1] == EOS).all()
    assert (batch.source[:, :-1] > EOS).all()


def test_only_hidden_sizes_are_scaled(folder):
    system = read_options([]).systems["search-50"]
    larger = scaled(system, 2.0)
    assert (larger.hidden, larger.encoder_hidden, larger.readout_size) == (16, 16, 16)
    assert larger.embedding == system.embedding


def test_a_point_is_measured(folder):
    options = read_options([])
    system, point = options.systems["search-50"], Point(length=9, sentences=3, scale=0.5)
    row = grown(system, (30, 20), point, options.training, options.decoding, CPU)
    assert (row["source_length"], row["sentences"], row["hidden"]) == (9, 3, 4)
    assert row["step_ms"] > 0
    assert row["decode_ms_per_sentence"] > 0
    assert abs(row["tokens_per_second"] * row["step_ms"] / 1000 - 27) < 1e-6


def test_memory_is_the_growth_and_not_what_was_there_before():
    kept = torch.ones(64 * MIB, dtype=torch.uint8)
    found = memory_of(lambda: torch.ones(48 * MIB, dtype=torch.uint8), CPU)
    again = memory_of(lambda: kept[:100].clone(), CPU)
    if not STATUS.exists():  # only Linux tells
        assert found is again is None
    else:
        assert 40 < found < 60
        assert again < 8
