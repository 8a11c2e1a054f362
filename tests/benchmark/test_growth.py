"""Points of the grids, and what is measured at one."""

from __future__ import annotations

import pytest
import torch

from pipeline.benchmark.growth import GRIDS, Point, grids, grown, invented_batch, scaled
from pipeline.benchmark.memory import MIB, STATUS, memory_of
from pipeline.benchmark.options import read_options
from pipeline.benchmark.updates import Updates
from pipeline.claims.time_evidence import FEWEST
from pipeline.data.vocabulary import EOS
from pipeline.model.assembly import build_model

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


def test_a_point_is_measured_in_rounds_of_all_systems(folder):
    options = read_options([])
    point = Point(length=9, sentences=3, scale=0.5, rounds=3)
    found = grown(options.systems, (30, 20), point, options.training, options.decoding, CPU)
    assert list(found) == list(options.systems)
    row = found["search-50"]
    assert (row["source_length"], row["sentences"], row["hidden"]) == (9, 3, 4)
    assert len(row["step_ms_rounds"]) == 3
    assert row["step_ms"] == sorted(row["step_ms_rounds"])[1] > 0
    assert row["decode_ms_per_sentence"] > 0
    assert abs(row["tokens_per_second"] * row["step_ms"] / 1000 - 27) < 1e-6


@pytest.mark.parametrize(
    "sizes",
    [
        {"attention": "multi-head", "attention_scale": True, "attention_heads": 8},
        {"attention": "dot", "hidden": 6, "encoder_hidden": 3},
    ],
)
def test_a_system_that_a_scale_makes_senseless_is_left_out_there_alone(folder, capsys, sizes):
    options = read_options([])
    systems = {**options.systems}
    systems["search-50"] = systems["search-50"].model_copy(update=sizes)
    asked = (30, 20), options.training, options.decoding, CPU
    for scale, expected in ((1.0, list(systems)), (0.5, ["encdec-50"])):
        point = Point(length=4, sentences=2, scale=scale)
        assert list(grown(systems, asked[0], point, *asked[1:])) == expected
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("search-50: not measured with hidden sizes times 0.5: attention")


def test_the_systems_take_turns(folder, monkeypatch):
    options, turns = read_options([]), []
    monkeypatch.setattr(Updates, "turn", lambda one: turns.append(one.model.attends) or 1.0)
    point = Point(length=4, sentences=2, rounds=2)
    grown(options.systems, (30, 20), point, options.training, options.decoding, CPU)
    assert turns == [True, False, True, False]


def test_lengths_that_claims_are_judged_by_have_rounds_enough():
    assert all(point.rounds >= FEWEST for point in GRIDS["by_length"])


@pytest.mark.parametrize("precision", ["32", "bf16"])
def test_an_update_learns(folder, precision):
    options = read_options([])
    training = options.training.model_copy(update={"precision": precision})
    torch.manual_seed(1)
    model = build_model(options.systems["search-50"], 30, 20)
    batch = invented_batch(Point(length=5, sentences=4), (30, 20))
    before = float(model.loss(batch).total.detach())
    one = Updates(model, batch, training, CPU)
    for _ in range(5):
        one.turn()
    assert float(model.loss(batch).total.detach()) < before


@pytest.mark.parametrize(("precision", "expected"), [("32", set()), ("bf16", {torch.bfloat16})])
def test_an_update_is_in_the_precision_of_training(folder, precision, expected):
    options = read_options([])
    training = options.training.model_copy(update={"precision": precision})
    model = build_model(options.systems["search-50"], 30, 20)
    scores = set()  # in single precision the output layer is not called: its loss makes them itself
    model.output.register_forward_hook(lambda layer, given, made: scores.add(made.dtype))
    batch = invented_batch(Point(length=5, sentences=4), (30, 20))
    Updates(model, batch, training, CPU).turn()
    assert scores == expected


def test_memory_is_the_growth_and_not_what_was_there_before():
    kept = torch.ones(64 * MIB, dtype=torch.uint8)
    found = memory_of(lambda: torch.ones(48 * MIB, dtype=torch.uint8), CPU)
    again = memory_of(lambda: kept[:100].clone(), CPU)
    if not STATUS.exists():  # only Linux tells
        assert found is again is None
    else:
        assert 40 < found < 60
        assert again < 8
