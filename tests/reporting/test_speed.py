"""The benchmark's numbers in a report."""

from __future__ import annotations

import json

import pytest
from running import run_stage

from pipeline.refusal import EXIT_CODE

from .fixture.json_file import write_json
from .rendering import document, render, table


def row(length: int) -> dict:
    return {
        "source_length": length,
        "target_length": length,
        "sentences": 8,
        "hidden": 160,
        "step_ms": 3.0 * length,
        "tokens_per_second": 4321.0,
        "memory_mib": 1.5 * length,
        "decode_ms_per_sentence": 7.0,
    }


def measured(*slugs: str) -> dict:
    """The object that the benchmark writes."""
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
        "machine": {"device": "cpu", "processors": 2, "threads": 2, "torch": "2.13.0"},
    }


def test_speed_stands_in_the_cost_section_and_apart_from_other_numbers(copied):
    write_json(copied / "reports" / "benchmark.json", measured("encdec-50", "ghost-50"))
    render(copied)
    page = document(copied, "report.md")
    cost = page[page.index("## Cost") :]
    assert "| encdec-50 | 9,876 | 63.2 | 104.0 | 61 |" in cost
    assert "107 GFLOP/s" in cost
    assert (
        "milliseconds per training step by source length in tokens: encdec-50 from 30 at 10 to 480"
        in cost
    )
    assert "[CSV](tables/clock/growth.csv)" in cost
    assert "ghost" not in page
    assert [line["step_ms"] for line in table(copied, "clock/growth")] == ["30.0", "480.0", "60.0"]
    entry = json.loads(document(copied, "results.json"))["cost"]["encdec-50"]["benchmark"]
    assert entry["training"]["share_of_peak"] == 0.61
    assert entry["by_length"][1]["source_length"] == 160
    assert "tables/clock/growth.csv" in document(copied, "report.html")
    assert (copied / "reports" / "benchmark.json").is_file()


def test_what_a_claim_compares_in_time_is_seen_though_the_experiment_has_it_not(copied):
    content = measured("encdec-50", "search-50", "transformer-50", "ghost-50")
    write_json(copied / "reports" / "benchmark.json", content)
    run_stage("judge", workspace=copied)
    render(copied)
    page = document(copied, "report.md")
    assert "search-50 and transformer-50 are not in this experiment, and stand here" in page
    for name in ("growth", "growth_decoding", "growth_memory"):
        systems = {row["system"] for row in table(copied, f"clock/{name}")}
        assert systems == {"encdec-50", "search-50", "transformer-50"}
        assert f"(figures/{name}.svg)" in page
    assert "ghost" not in page


def test_memory_that_was_not_told_has_no_figure(copied):
    content = measured("encdec-50")
    content["by_length"]["encdec-50"] = [{**row(10), "memory_mib": None}]
    write_json(copied / "reports" / "benchmark.json", content)
    render(copied)
    names = {path.stem for path in (copied / "reports" / "figures").glob("growth*.svg")}
    assert names == {"growth", "growth_decoding"}


def test_a_part_that_was_not_measured_is_left_out(copied):
    content = measured("encdec-50")
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
