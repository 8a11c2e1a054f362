"""The whole benchmark on invented sentences: the object, the tables, the files."""

from __future__ import annotations

import csv
import json
from datetime import datetime

import pytest

from pipeline.benchmark.__main__ import main
from pipeline.benchmark.growth import LENGTHS
from pipeline.claims.time_evidence import FEWEST
from pipeline.reporting.speed import read_benchmark

from .small import SIZES, SYSTEMS

STAGES = ("forward_share", "backward_share", "optimizer_share", "loop_share")


def run(monkeypatch, *words: str) -> None:
    monkeypatch.setattr("sys.argv", ["benchmark", "--seconds", "2", *words])
    main()


def test_object_and_files(folder, monkeypatch, capsys):
    run(monkeypatch, "--json", "--output", "out")
    printed = capsys.readouterr()
    found = json.loads(printed.out)
    assert "search-50: training" in printed.err
    assert found["sgemm_peak"] > 0
    assert found["sentences"] == "synthetic"
    for slug in SYSTEMS:
        training, translation = found["training"][slug], found["translation"][slug]
        assert training["tokens_per_second"] > 0
        assert training["share_of_peak"] > 0
        assert sum(training[stage] for stage in STAGES) == pytest.approx(1)
        assert all(training[stage] > 0 for stage in STAGES)
        assert translation["weights"] == "random"
        assert translation["sentences_per_second"] > 0
        assert translation["greedy_sentences_per_second"] > 0
        lengths = [row["source_length"] for row in found["by_length"][slug]]
        assert lengths == list(LENGTHS[: len(lengths)])
    assert read_benchmark(folder / "out" / "benchmark.json") == found
    assert found["settings"]["systems"]["search-50"]["hidden"] == SIZES["hidden"]
    assert found["settings"]["vocabularies"] == {"source": 34, "target": 24}
    assert found["settings"]["training"]["threads"] == 1
    assert found["corpus"] is None
    assert datetime.fromisoformat(found["date"])
    assert found["code"] is None  # the folder is no repository
    assert len(found["by_length"]["search-50"][0]["step_ms_rounds"]) >= FEWEST
    with open(folder / "out" / "benchmark.csv", encoding="utf-8", newline="") as file:
        lines = list(csv.DictReader(file))
    assert {line["part"] for line in lines} >= {"peak", "training", "translation", "by_length"}
    rounds = [line["round"] for line in lines if line["measure"] == "step_ms_rounds"]
    assert rounds[:2] == ["1", "2"]
    peak = next(line for line in lines if line["measure"] == "sgemm_peak" and not line["system"])
    assert float(peak["value"]) == found["sgemm_peak"]
    assert (folder / "out" / "benchmark.svg").read_text().startswith("<?xml")
    assert (folder / "out" / "benchmark.png").read_bytes().startswith(b"\x89PNG")


def test_untrained_systems_write_as_much_as_they_read(folder, monkeypatch, capsys):
    """Their own outputs end nowhere: their times could not stand beside a trained system's."""
    asked = []

    def speed(model, sources, decoding, seconds):
        asked.append((decoding.min_length_ratio, decoding.max_length_ratio))
        return {"sentences": 1, "beam": 1, "greedy_sentences_per_second": 1.0} | {
            "sentences_per_second": 1.0
        }

    monkeypatch.setattr("pipeline.benchmark.measure.translation_speed", speed)
    run(monkeypatch, "--parts", "translation")
    assert set(asked) == {(1.0, 1.0)}


def test_growth_as_a_table(folder, monkeypatch, capsys):
    run(monkeypatch, "--systems", "encdec-50", "--parts", "growth")
    printed = capsys.readouterr().out
    assert "Growth of time and memory" in printed
    assert "least" in printed
    assert "most" in printed


def test_one_part_of_one_system_as_a_table(folder, monkeypatch, capsys):
    (folder / "out").mkdir()
    for name in ("benchmark.svg", "benchmark.png", "report.md"):
        (folder / "out" / name).write_text("of an earlier benchmark, or another's")
    run(monkeypatch, "--systems", "encdec-50", "--parts", "training", "--output", "out")
    printed = capsys.readouterr().out
    assert "Matrix product peak" in printed
    assert ", 1 thread). Sentences" in " ".join(printed.split())
    assert "encdec-50" in printed
    assert "search-50" not in printed
    assert "Translation" not in printed
    assert sorted(path.name for path in (folder / "out").iterdir()) == [
        "benchmark.csv",
        "benchmark.json",
        "report.md",
    ]
