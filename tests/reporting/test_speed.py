"""The benchmark's numbers in a report."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from running import run_stage

from pipeline.benchmark.settings import speed_settings
from pipeline.config.load import checked
from pipeline.config.params import Params
from pipeline.config.read import read_params
from pipeline.data.corpus import load_vocabularies
from pipeline.layout import TOKENS
from pipeline.refusal import EXIT_CODE

from .fixture.json_file import write_json
from .fixture.params import SHIPPED, write_params
from .rendering import document, render, table


def row(length: int) -> dict:
    return {
        "source_length": length,
        "target_length": length,
        "sentences": 8,
        "hidden": 160,
        "step_ms": 3.0 * length,
        "step_ms_rounds": [2.0 * length, 3.0 * length, 4.0 * length],
        "tokens_per_second": 4321.0,
        "memory_mib": 1.5 * length,
        "decode_ms_per_sentence": 7.0,
    }


def measured(workspace: Path, *slugs: str) -> dict:
    """The object that the benchmark writes, of the settings in ``workspace``."""
    training = {
        "tokens_per_second": 9876.0,
        "share_of_peak": 0.61,
        "gflops": 63.2,
        "sgemm_peak": 104.0,
        "forward_share": 0.6,
        "backward_share": 0.3,
        "optimizer_share": 0.08,
        "loop_share": 0.02,
    }
    translation = {
        "greedy_sentences_per_second": 456.0,
        "sentences_per_second": 234.0,
        "beam": 5,
        "sentences": 384,
        "weights": "trained",
    }
    return {
        "format": 1,
        "sgemm_peak": 107.3,
        "training": dict.fromkeys(slugs, training),
        "translation": dict.fromkeys(slugs, translation),
        "by_length": {slug: [row(10), row(160)] for slug in slugs},
        "by_batch": {slug: [row(20)] for slug in slugs},
        "by_hidden": {slug: [] for slug in slugs},
        "sentences": "corpus",
        "settings": settings(workspace),
        "corpus": "a-corpus",
        "machine": {
            "device": "cpu",
            "processor": "A Processor",
            "processors": 2,
            "threads": 2,
            "torch": "2.13.0",
        },
        "code": {"commit": "0123456789", "changed": False},
        "date": "2026-01-31",
    }


def settings(workspace: Path) -> dict:
    params = checked("", Params, read_params(workspace / "params.yaml"))
    vocabularies = load_vocabularies(workspace / TOKENS)
    sizes = len(vocabularies.source), len(vocabularies.target)
    return speed_settings(params.systems, sizes, params.training)


def describe(workspace: Path, *slugs: str, **changes) -> None:
    """Have params.yaml describe more systems than the experiment has, or change its own."""
    content = read_params(workspace / "params.yaml")
    shipped = read_params(SHIPPED)["systems"]
    content["systems"] |= {slug: shipped[slug] for slug in slugs}
    for slug, values in changes.items():
        content["systems"][slug.replace("_", "-")] |= values
    write_params(workspace, content)


def test_speed_stands_in_the_cost_section_and_apart_from_other_numbers(copied):
    write_json(copied / "reports" / "benchmark.json", measured(copied, "encdec-50", "ghost-50"))
    render(copied)
    page = document(copied, "report.md")
    cost = page[page.index("## Cost") :]
    assert "| encdec-50 | 9,876 | 63.2 | 104.0 | 61 |" in cost
    assert "107 GFLOP/s" in cost
    assert "on a-corpus: A Processor, 2 threads, commit 0123456, 2026-01-31" in cost
    assert "cpu, processors used: 2 of 2, PyTorch 2.13.0" in cost
    assert "median of 3 rounds" in cost
    assert (
        "milliseconds per training step by source length in tokens: encdec-50 from 30 at 10 to 480"
        in cost
    )
    assert "[CSV](tables/clock/growth.csv)" in cost
    assert "ghost" not in page
    growth = table(copied, "clock/growth")
    assert [line["step_ms"] for line in growth] == ["30.0", "480.0", "60.0"]
    assert [growth[0][key] for key in ("quickest_ms", "slowest_ms")] == ["20.0", "40.0"]
    entry = json.loads(document(copied, "results.json"))["cost"]["encdec-50"]["benchmark"]
    assert entry["training"]["share_of_peak"] == 0.61
    assert entry["by_length"][1]["source_length"] == 160
    assert "tables/clock/growth.csv" in document(copied, "report.html")
    assert (copied / "reports" / "benchmark.json").is_file()


def test_what_a_claim_compares_in_time_is_seen_though_the_experiment_has_it_not(copied):
    describe(copied, "search-50", "transformer-50")
    content = measured(copied, "encdec-50", "search-50", "transformer-50", "ghost-50")
    write_json(copied / "reports" / "benchmark.json", content)
    run_stage("judge", workspace=copied)
    render(copied)
    page = document(copied, "report.md")
    assert "search-50 and transformer-50 are not in this experiment, and stand here" in page
    for name in ("growth", "growth_decoding", "growth_memory"):
        systems = {row["system"] for row in table(copied, f"clock/{name}")}
        assert systems == {"encdec-50", "search-50", "transformer-50"}
        assert f"(figures/{name}.svg)" in page
    for name in ("speed_training", "speed_translation"):
        systems = [row["system"] for row in table(copied, f"clock/{name}")]
        assert systems == ["encdec-50", "search-50", "transformer-50"]
    assert "ghost" not in page
    assert "reports/benchmark.json: A Processor, 2 threads, commit 0123456" in page


def test_what_the_benchmark_says_of_systems_of_other_settings_is_left_out_and_told(copied):
    write_json(copied / "reports" / "benchmark.json", measured(copied, "encdec-50"))
    describe(copied, encdec_50={"hidden": 96})
    run_stage("judge", workspace=copied)
    render(copied)
    page = document(copied, "report.md")
    assert "of encdec-50 it has other settings: hidden 160, where this experiment has 96" in page
    assert "9,876" not in page
    assert "benchmark" not in json.loads(document(copied, "results.json"))["cost"]["encdec-50"]
    assert not (copied / "reports" / "figures" / "growth.svg").exists()


def test_a_report_elsewhere_shows_the_default_benchmark_where_the_settings_are_the_same(copied):
    write_json(copied / "reports" / "benchmark.json", measured(copied, "encdec-50"))
    content = read_params(copied / "params.yaml")
    content["report"]["folder"] = "reports/second"
    write_params(copied, content)
    run_stage("judge", workspace=copied)
    render(copied)
    assert "`reports/benchmark.json`" in document(copied, "second/report.md")
    own = measured(copied, "encdec-50")
    own["settings"]["vocabularies"]["source"] += 1
    write_json(copied / "reports" / "second" / "benchmark.json", own)
    render(copied)
    assert "`reports/benchmark.json`" in document(copied, "second/report.md")


def test_memory_that_was_not_told_has_no_figure(copied):
    content = measured(copied, "encdec-50")
    content["by_length"]["encdec-50"] = [{**row(10), "memory_mib": None}]
    write_json(copied / "reports" / "benchmark.json", content)
    render(copied)
    names = {path.stem for path in (copied / "reports" / "figures").glob("growth*.svg")}
    assert names == {"growth", "growth_decoding"}


def test_a_part_that_was_not_measured_is_left_out(copied):
    content = measured(copied, "encdec-50")
    content |= {"by_length": {}, "by_batch": {}, "translation": {}}
    write_json(copied / "reports" / "benchmark.json", content)
    render(copied)
    names = {path.name for path in (copied / "reports" / "tables" / "clock").iterdir()}
    assert names == {"cost.csv", "speed_training.csv"}
    assert not (copied / "reports" / "figures" / "growth.svg").exists()


@pytest.mark.parametrize("text", ["{", "[]", '{"format": 0}'])
def test_another_file_of_that_name_is_refused(copied, capsys, text):
    (copied / "reports" / "benchmark.json").write_text(text)
    with pytest.raises(SystemExit) as end:
        render(copied)
    assert end.value.code == EXIT_CODE
    assert "benchmark.json is not a benchmark of this version" in capsys.readouterr().err
