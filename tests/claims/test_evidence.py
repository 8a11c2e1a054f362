"""Evidence from the outputs of stages; what is not there is told, and never a crash."""

import math
from pathlib import Path

import pytest
from evaluation.workspace import rows_of_test, write_split

from pipeline.claims.claim import Condition
from pipeline.claims.evidence import gather
from pipeline.claims.floor import FEWEST as ENOUGH
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
TEST = rows_of_test()
EVERY = (BLEU_DIFFERENCE, CHANGE, SHAPE, AER, PROBE)


@pytest.fixture(autouse=True)
def _here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def quantity(content: dict) -> Quantity:
    asked: Condition = condition(quantity=content)
    return asked.quantity


def found(content: dict, *systems: str, seeds=(1,)) -> Measured | Missing:
    return gather(quantity(content), workspace(*(systems or BOTH), seeds=seeds))


BOTH = ("encdec-50", "search-50")


@pytest.mark.parametrize("content", EVERY, ids=lambda content: content["kind"])
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
    ):
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).write_text(broken, encoding="utf-8")
    for content in (BLEU_DIFFERENCE, SHAPE, AER, PROBE):
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


def write_alignments(*values: float, reference=None, entropy=1.0, sentences=ENOUGH):
    write_split(TEST)
    for seed, value in enumerate(values, start=1):
        measures = {
            "crossing": estimate(value, 0.01, unit="share"),
            "largest_weight": estimate(0.6, 0.01, unit="share"),
            "entropy": estimate(entropy, 0.01, unit="nats"),
        }
        content = {
            "attends": True,
            "sentences": sentences,
            "measures": measures,
            "reference": reference
            and {"aer": estimate(reference, 0.02, unit="share"), "sentences": sentences},
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
    assert excess.made_of == "0.40 less the aligner's 0.30"
    assert excess.mean == pytest.approx(0.1)
    assert excess.test_high - excess.mean == pytest.approx(0.02 * 2**0.5)
    assert (excess.only_for is not None) == weak


UNIFORM = sum(len(row.target_words) * math.log(len(row.source_words) + 1) for row in TEST) / sum(
    len(row.target_words) for row in TEST
)


def test_weights_that_hardly_differ_have_no_order_and_no_error_rate_but_a_sharpness():
    write_json("runs/aligner/scores.json", {"kind": "silver", "directions": {"aer": 0.3}})
    write_alignments(0.02, reference=0.4, entropy=0.96 * UNIFORM)
    for content in (SHAPE, AER):
        told = found(content)
        assert isinstance(told, Missing)
        assert "hardly differs from the uniform one" in told.reason
        assert f"that of equal weights {UNIFORM:.2f}" in told.reason
    assert isinstance(found({**SHAPE, "measure": "largest_weight"}), Measured)
    write_alignments(0.02, reference=0.4, entropy=0.94 * UNIFORM)
    assert isinstance(found(SHAPE), Measured)
    assert isinstance(found(AER), Measured)


@pytest.mark.parametrize("name", ["tau_attention_change", "attention_over_random"])
def test_what_weights_that_hardly_differ_explain_is_not_measured(name):
    content = {"erasure": {"sentences": ENOUGH, "measures": {name: estimate(0.1, 0.01)}}}
    write_json("runs/probe/search-50/1/probes.json", content)
    asked = {**PROBE, "figure": f"erasure.measures.{name}"}
    write_alignments(0.02, entropy=0.99 * UNIFORM)
    assert "hardly differs" in found(asked).reason
    write_alignments(0.02, entropy=0.5 * UNIFORM)
    assert isinstance(found(asked), Measured)


def test_a_handful_of_sentences_is_no_evidence_of_any_kind():
    few = ENOUGH - 1
    write_scores(9.0, sentences=(ENOUGH, few))
    assert isinstance(found(BLEU_DIFFERENCE), Measured)
    write_scores(9.0, metric="bleu_no_unk", sentences=(ENOUGH, few))
    told = found({**BLEU_DIFFERENCE, "metric": "bleu_no_unk"})
    assert told.reason == f"{few} test sentences without unknown words, fewer than {ENOUGH}"
    write_scores(9.0, sentences=(few, few))
    assert f"{few} test sentences, fewer" in found(BLEU_DIFFERENCE).reason
    write_json("runs/aligner/scores.json", {"kind": "silver", "directions": {"aer": 0.3}})
    write_alignments(0.02, reference=0.4, sentences=few)
    assert f"{few} test sentences, fewer" in found(SHAPE).reason
    assert f"{few} test sentences with reference links, fewer" in found(AER).reason
    write_probes("search-50", estimate(-0.01, 0.003), count=few)
    assert f"{few} sentences in the probe, fewer" in found(PROBE).reason


def test_words_of_a_probe_are_counted_too():
    measures = {"translation_difference": estimate(0.1, 0.01)}
    asked = {**PROBE, "figure": "context.measures.translation_difference"}
    for words, kind in ((ENOUGH - 1, Missing), (ENOUGH, Measured)):
        content = {"context": {"words": words, "measures": measures}}
        write_json("runs/probe/search-50/1/probes.json", content)
        assert isinstance(found(asked), kind)


def write_probes(system: str, value: object, count=ENOUGH) -> None:
    content = {"path_length": {"sentences": count, "measures": {"decay": value}}}
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
