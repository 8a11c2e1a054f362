"""Ratios of times: of this experiment alone, over rounds, at the confidence that is set."""

import json
import math
from dataclasses import replace
from pathlib import Path

import pytest
from evaluation.workspace import write_params
from scipy.stats import t as student

from pipeline.benchmark.settings import speed_settings
from pipeline.claims.evidence import gather
from pipeline.claims.judging import judge
from pipeline.claims.measured import Measured, Missing
from pipeline.config.load import load_section
from pipeline.config.load_system import load_system
from pipeline.config.training import Training
from pipeline.data.store import save_vocabularies
from pipeline.data.vocabulary import SPECIAL_SYMBOLS, Vocabularies, Vocabulary
from pipeline.evaluation.resample import Bootstrap

from .made import claim, condition, workspace, write_json

PAIR = ("search-50", "encdec-50")
TIME = {
    "kind": "time ratio",
    "system": "search-50",
    "baseline": "encdec-50",
    "source_length": 160,
}
ROUNDS = {160: (4.0, 4.4, 3.6), 10: (2.0, 2.0, 2.2)}
CODE = {"commit": "0123456789abcdef", "changed": False}


@pytest.fixture(autouse=True)
def _here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_params(["dot-50"], [1])
    sides = (Vocabulary((*SPECIAL_SYMBOLS, *(f"w{k}" for k in range(n)))) for n in (6, 7))
    save_vocabularies(Path("data/tokens"), Vocabularies("word", *sides, "de", "en"))


def benchmark(baseline=1.0, rounds=ROUNDS, **changes) -> dict:
    systems = {slug: load_system(slug) for slug in PAIR}
    return {
        "by_length": {
            "search-50": rows(rounds),
            "encdec-50": rows({key: [baseline] * len(one) for key, one in rounds.items()}),
        },
        "settings": speed_settings(systems, (10, 11), load_section("training", Training)),
        "machine": {"processor": "A Processor", "threads": 2},
        "code": CODE,
        "date": "2026-01-31",
        **changes,
    }


def rows(rounds: dict) -> list[dict]:
    return [
        {"source_length": length, "step_ms_rounds": list(times)} for length, times in rounds.items()
    ]


def write(content: dict, folder="reports") -> None:
    write_json(f"{folder}/benchmark.json", content)


def found(content=TIME, confidence=0.95) -> Measured | Missing:
    place = replace(workspace("dot-50"), bootstrap=Bootstrap(200, confidence, 1))
    return gather(condition(quantity=content).quantity, place)


def test_a_ratio_is_the_rounds_mean_with_their_interval():
    write(benchmark())
    ratio = found()
    logs = [math.log(one) for one in ROUNDS[160]]
    mean = sum(logs) / 3
    spread = math.sqrt(sum((one - mean) ** 2 for one in logs) / 2)
    half = student.ppf(0.975, 2) * spread / math.sqrt(3)
    assert ratio.mean == pytest.approx(math.exp(mean))
    assert (ratio.low, ratio.high) == pytest.approx((math.exp(mean - half), math.exp(mean + half)))
    assert ratio.test_low is ratio.test_high is None  # no test sentence is in a time


def test_what_slows_both_systems_in_a_round_does_not_widen_the_interval():
    content = benchmark()
    content["by_length"]["encdec-50"] = rows({160: [time / 2 for time in ROUNDS[160]]})
    write(content)
    ratio = found()
    assert (ratio.low, ratio.mean, ratio.high) == pytest.approx((2.0, 2.0, 2.0))


def test_the_confidence_that_was_set_is_the_intervals():
    write(benchmark())
    wide, narrow = found(confidence=0.99), found(confidence=0.5)
    assert wide.low < narrow.low < narrow.mean < narrow.high < wide.high
    both = [math.log(one.high / one.mean) for one in (wide, narrow)]
    assert both[0] / both[1] == pytest.approx(student.ppf(0.995, 2) / student.ppf(0.75, 2))


def test_the_growth_of_a_ratio():
    write(benchmark())
    growth = found({**TIME, "from_source_length": 10})
    means = [math.prod(one) ** (1 / 3) for one in (ROUNDS[160], ROUNDS[10])]
    assert growth.mean == pytest.approx(means[0] / means[1])


def test_the_machine_the_code_and_the_date_stand_beside_the_verdict():
    write(benchmark())
    (evidence,) = judge(claim(condition(quantity=TIME, above=1.0)), workspace())["evidence"]
    expected = "reports/benchmark.json: A Processor, 2 threads, commit 0123456, 2026-01-31"
    assert evidence["source"] == expected
    assert "3 rounds of one benchmark" in evidence["over"]
    assert evidence["test_low"] is None


OTHERS = {
    "systems.search-50.hidden": lambda p: p["systems"]["search-50"].update(hidden=1000),
    "systems.encdec-50.embedding": lambda p: p["systems"]["encdec-50"].update(embedding=620),
    "training.precision": lambda p: p["training"].update(precision="bf16"),
}


@pytest.mark.parametrize("name", OTHERS)
def test_a_benchmark_of_other_settings_is_no_evidence_and_says_which(name):
    write(benchmark())
    params = json.loads(Path("params.yaml").read_text(encoding="utf-8"))
    OTHERS[name](params)
    Path("params.yaml").write_text(json.dumps(params), encoding="utf-8")
    made = judge(claim(condition(quantity=TIME, above=1.0)), workspace())
    assert made["verdict"] == "not run"
    assert "is of other settings" in made["reason"]
    assert name in made["reason"]
    assert "python -m pipeline.benchmark --output --systems search-50,encdec-50" in made["reason"]


def test_a_benchmark_of_other_vocabularies_is_no_evidence():
    content = benchmark()
    content["settings"]["vocabularies"]["target"] = 8004
    write(content)
    assert "vocabulary: target 8004, where this experiment has 11" in found().reason


def test_a_system_that_only_the_benchmark_knows_the_settings_of_needs_none_of_others():
    content = benchmark()
    content["settings"]["systems"]["dot-50"] = {"hidden": 7}
    write(content)
    assert isinstance(found(), Measured)


@pytest.mark.parametrize("settings", [None, {}, {"systems": {}}])
def test_a_benchmark_that_does_not_say_of_what_it_is_is_no_evidence(settings):
    write(benchmark(settings=settings))
    assert isinstance(found(), Missing)


def test_no_benchmark_and_no_such_system_are_told():
    assert "python -m pipeline.benchmark" in found().reason
    assert "no ghost-50 under systems" in found({**TIME, "system": "ghost-50"}).reason


def test_too_few_rounds_and_other_lengths_are_told():
    write(benchmark(rounds={10: (1.0, 1.0), 160: (1.0,)}))
    assert "no 3 times of search-50 at a source of 160" in found().reason
    write(benchmark(rounds={10: (1.0, 1.0, 1.0)}))
    assert "at a source of 160" in found().reason


@pytest.mark.parametrize("broken", ["not json", "[]", "{}"])
def test_a_file_of_another_shape_is_told_and_does_not_crash(broken):
    Path("reports").mkdir()
    Path("reports/benchmark.json").write_text(broken, encoding="utf-8")
    assert isinstance(found(), Missing)


def test_the_reports_own_benchmark_comes_first_unless_it_is_of_other_settings():
    write(benchmark())
    write(benchmark(baseline=2.0), "reports/second")
    assert found().mean == pytest.approx(math.prod(ROUNDS[160]) ** (1 / 3) / 2)
    write(benchmark(baseline=2.0, settings=None), "reports/second")
    assert found().mean == pytest.approx(math.prod(ROUNDS[160]) ** (1 / 3))
