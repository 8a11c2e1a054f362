"""Evidence from the outputs of stages; what is not there is told, and never a crash."""

import math
from pathlib import Path

import pytest

from pipeline.claims.claim import Condition
from pipeline.claims.evidence import gather
from pipeline.claims.measured import Measured, Missing
from pipeline.claims.quantity import Quantity

from .made import BLEU_DIFFERENCE, condition, estimate, workspace, write_json, write_scores

CHANGE = {
    "kind": "bleu change with length",
    "system": "search-50",
    "shorter": [1, 3],
    "longer": [8, 10],
}
SHAPE = {"kind": "alignment shape", "system": "search-50", "measure": "crossing", "seed_sd": 0.02}
AER = {"kind": "alignment error above the aligner's", "system": "search-50", "seed_sd": 0.02}
PROBE = {
    "kind": "probe",
    "system": "search-50",
    "figure": "path_length.measures.decay",
    "unit": "log per word",
    "seed_sd": 0.005,
}
TIME = {
    "kind": "time ratio",
    "system": "search-50",
    "baseline": "encdec-50",
    "source_length": 160,
}
EVERY = (BLEU_DIFFERENCE, CHANGE, SHAPE, AER, PROBE, TIME)


@pytest.fixture(autouse=True)
def _here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def quantity(content: dict) -> Quantity:
    asked: Condition = condition(quantity=content)
    return asked.quantity


def found(content: dict, *systems: str, seeds=(1,)) -> Measured | Missing:
    return gather(quantity(content), workspace(*(systems or BOTH), seeds=seeds))


BOTH = ("encdec-50", "search-50")


@pytest.mark.parametrize("content", EVERY[:-1], ids=lambda content: content["kind"])
def test_a_system_outside_the_experiment_is_named(content):
    told = found(content, "dot-50")
    assert isinstance(told, Missing)
    assert "search-50" in told.reason
    assert "experiment.systems" in told.reason


@pytest.mark.parametrize(
    ("content", "command"),
    [
        (BLEU_DIFFERENCE, "dvc repro evaluate"),
        (SHAPE, "dvc repro align"),
        (AER, "dvc repro align"),
        (PROBE, "dvc repro probe"),
        (TIME, "python -m pipeline.benchmark"),
    ],
    ids=lambda one: one["kind"] if isinstance(one, dict) else "",
)
def test_a_missing_file_is_told_with_the_command_that_makes_it(content, command):
    told = found(content)
    assert isinstance(told, Missing)
    assert command in told.reason


@pytest.mark.parametrize("broken", ["not json", "[]", "{}", '{"attends": true, "measures": null}'])
def test_a_file_of_another_shape_is_told_and_does_not_crash(broken):
    for path in (
        "runs/evaluate/scores.json",
        "runs/align/search-50/1/alignment.json",
        "runs/probe/search-50/1/probes.json",
        "reports/benchmark.json",
    ):
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).write_text(broken, encoding="utf-8")
    for content in (BLEU_DIFFERENCE, SHAPE, AER, PROBE, TIME):
        assert isinstance(found(content), Missing), content["kind"]


def test_a_difference_is_read_from_either_side():
    write_scores(5.0, 7.0)
    straight = found(BLEU_DIFFERENCE, seeds=(1, 2))
    swapped = {**BLEU_DIFFERENCE, "system": "encdec-50", "baseline": "search-50"}
    turned = found(swapped, seeds=(1, 2))
    assert (straight.mean, turned.mean) == (6.0, -6.0)
    assert (turned.low, turned.high) == (-straight.high, -straight.low)
    assert straight.seeds == ((1, 5.0), (2, 7.0))
    assert turned.seeds == ((1, -5.0), (2, -7.0))
    assert straight.low < straight.test_low == 5.5


def test_scores_of_other_seeds_are_no_evidence():
    write_scores(5.0, 7.0)
    assert "other seeds" in found(BLEU_DIFFERENCE, seeds=(1,)).reason


def test_a_metric_that_was_not_compared_is_told():
    write_scores(5.0)
    assert "bleu_no_unk" in found({**BLEU_DIFFERENCE, "metric": "bleu_no_unk"}).reason


def write_alignments(*values: float, reference=None):
    for seed, value in enumerate(values, start=1):
        content = {
            "attends": True,
            "measures": {"crossing": estimate(value, 0.01, unit="share")},
            "reference": reference and {"aer": estimate(reference, 0.02, unit="share")},
        }
        write_json(f"runs/align/search-50/{seed}/alignment.json", content)


def test_alignments_are_a_mean_over_seeds_and_a_share_has_ends():
    write_alignments(0.02, 0.04)
    shape = found(SHAPE, seeds=(1, 2))
    assert shape.mean == pytest.approx(0.03)
    assert (shape.test_low, shape.test_high) == pytest.approx((0.02, 0.04))
    assert shape.low == 0.0
    assert shape.high > 0.05


def test_a_system_without_attention_is_told():
    write_json("runs/align/search-50/1/alignment.json", {"attends": False})
    assert "no attention" in found(SHAPE).reason


def test_error_rate_needs_reference_links_and_the_aligner():
    write_alignments(0.02)
    assert "no reference links" in found(AER).reason
    write_alignments(0.02, reference=0.4)
    assert "runs/aligner/scores.json is missing" in found(AER).reason.replace("\\", "/")
    write_json("runs/aligner/scores.json", {"kind": "bronze"})
    assert "gold or silver" in found(AER).reason


@pytest.mark.parametrize(("kind", "weak"), [("gold", False), ("silver", True)])
def test_error_rate_beside_the_aligners_own(kind, weak):
    write_alignments(0.02, reference=0.4)
    own = {"gold": {"ways": {"symmetrised": {"aer": estimate(0.3, 0.02)}}, "directions": None}}
    own["silver"] = {"ways": {}, "directions": {"aer": estimate(0.3, 0.02)}}
    write_json("runs/aligner/scores.json", {"kind": kind, **own[kind]})
    excess = found(AER)
    assert excess.mean == pytest.approx(0.1)
    assert excess.test_high - excess.mean == pytest.approx(0.02 * 2**0.5)
    assert (excess.only_for is not None) == weak


def write_probes(system: str, value: object) -> None:
    content = {"path_length": {"measures": {"decay": value}}}
    write_json(f"runs/probe/{system}/1/probes.json", content)


def test_probes_of_a_system_and_less_a_baselines():
    write_probes("search-50", estimate(-0.01, 0.003))
    write_probes("encdec-50", estimate(-0.06, 0.004))
    alone, lead = found(PROBE), found({**PROBE, "baseline": "encdec-50"})
    assert alone.mean == pytest.approx(-0.01)
    assert lead.mean == pytest.approx(0.05)
    assert lead.test_low == pytest.approx(0.05 - 0.005)


@pytest.mark.parametrize("value", [None, "much", True, {"mean": 1.0}, [1, 2]])
def test_a_probe_without_a_figure_is_told(value):
    write_probes("search-50", value)
    assert isinstance(found(PROBE), Missing)


def test_a_bare_number_has_the_interval_of_the_seeds_alone():
    write_probes("search-50", -0.02)
    bare = found(PROBE)
    assert bare.test_low == bare.test_high == -0.02
    assert bare.low < -0.02 < bare.high


def write_benchmark(**times) -> None:
    rows = {
        slug.replace("_", "-"): [
            {"source_length": length, "step_ms": value} for length, value in one.items()
        ]
        for slug, one in times.items()
    }
    write_json("reports/benchmark.json", {"by_length": rows})


def test_ratio_of_times_and_its_growth():
    write_benchmark(search_50={10: 2.0, 160: 4.0}, encdec_50={10: 1.0, 160: 1.0})
    ratio, growth = found(TIME), found({**TIME, "from_source_length": 10})
    assert (ratio.mean, growth.mean) == pytest.approx((4.0, 2.0))
    assert ratio.high / ratio.mean == pytest.approx(math.exp(1.96 * 0.1 * 2**0.5))
    assert growth.high / growth.mean == pytest.approx(math.exp(1.96 * 0.1 * 2))


def test_times_need_no_system_in_the_experiment_but_the_length():
    write_benchmark(search_50={10: 2.0}, encdec_50={10: 1.0})
    assert isinstance(found({**TIME, "source_length": 10}, "dot-50"), Measured)
    assert "at a source of 160" in found(TIME).reason


def test_the_reports_own_benchmark_comes_first():
    write_benchmark(search_50={160: 4.0}, encdec_50={160: 1.0})
    rows = {slug: [{"source_length": 160, "step_ms": 1.0}] for slug in BOTH}
    write_json("reports/second/benchmark.json", {"by_length": rows})
    assert found(TIME).mean == 1.0
