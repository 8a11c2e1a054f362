"""Of which settings a benchmark is, and in what an experiment's are others."""

from __future__ import annotations

import pytest

from pipeline.benchmark.options import read_options
from pipeline.benchmark.place import kept, where
from pipeline.benchmark.settings import others, speed_settings

SIZES = (30, 20)


def settings(system=(), training=(), sizes=SIZES) -> dict:
    options = read_options([])
    systems = {"search-50": options.systems["search-50"].model_copy(update=dict(system))}
    return speed_settings(systems, sizes, options.training.model_copy(update=dict(training)))


def test_the_same_settings_are_no_others(folder):
    assert others(settings(), settings(), "search-50") is None


@pytest.mark.parametrize(
    ("other", "told"),
    [
        ({"system": {"hidden": 1000}}, "systems.search-50.hidden 8, where"),
        ({"system": {"max_words": 20}}, "systems.search-50.max_words 50"),
        ({"training": {"optimizer": "adadelta"}}, "training.optimizer adam"),
        ({"training": {"threads": None}}, "training.threads 1, where this experiment has none"),
        ({"sizes": (30, 21)}, "words in the vocabulary: target 20, where this experiment has 21"),
    ],
)
def test_what_costs_time_counts_and_is_named(folder, other, told):
    assert told in others(settings(), settings(**other), "search-50")


@pytest.mark.parametrize(
    "other", [{"initialisation": "luong"}, {"reverse_source": True}, {"alignment_shift": 1}]
)
def test_what_costs_no_time_does_not_count(folder, other):
    assert others(settings(), settings(system=other), "search-50") is None


@pytest.mark.parametrize("recorded", [None, {}, [], {"systems": None}])
def test_a_benchmark_that_does_not_tell_its_settings_counts_for_none(folder, recorded):
    assert "does not tell" in others(recorded, settings(), "search-50")


def test_many_differences_are_counted(folder):
    other = dict.fromkeys(("hidden", "encoder_hidden", "embedding", "readout_size"), 99)
    told = others(settings(), settings(system=other), "search-50")
    assert told.endswith("1 more")
    assert told.count("where this experiment has") == 3


def test_the_reports_own_benchmark_comes_before_the_default_one(folder):
    assert kept(folder / "second") == []
    for name in ("reports", "second"):
        (folder / name).mkdir()
        (folder / name / "benchmark.json").write_text("{}")
    own, default = kept(folder / "second")
    assert own.parent.name == "second"
    assert default.as_posix() == "reports/benchmark.json"


def test_machine_code_and_date_are_told():
    found = {
        "machine": {"device": "cpu", "processor": "A Processor", "threads": 2},
        "code": {"commit": "0123456789", "changed": True},
        "date": "2026-01-31",
    }
    told = where(found)
    assert told == "A Processor, 2 threads, commit 0123456 with changes, 2026-01-31"
    assert where({}) == "a machine that it does not tell"
