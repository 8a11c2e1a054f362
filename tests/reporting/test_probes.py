"""The probes in a report: figures, tables, results.json, one seed and several."""

from __future__ import annotations

import json

import pytest

from pipeline.reporting.estimate import BOOTSTRAP, SEEDS, Estimate
from pipeline.reporting.over_runs import over_runs
from pipeline.reporting.sections.beyond_length import told_of_shortest

from .fixture.params import FOUR, SEVENTEEN
from .rendering import document, table

FIGURES = ("path_from_end", "path_from_step", "erasure", "context", "beyond_length")


def figure(mean):
    return {"mean": mean, "low": mean - 1, "high": mean + 1, "unit": "nats", "seeds": []}


def test_every_probe_has_its_figure_its_numbers_and_its_section(four):
    text = document(four, "report.md")
    for name in FIGURES:
        assert f"(figures/{name}.svg)" in text
        assert {row["system"] for row in table(four, name)} == set(FOUR), name
    assert "&lt;b&gt;Volk (people or nation)" in text


def test_results_hold_every_measure_with_its_interval(four):
    probes = json.loads(document(four, "results.json"))["probes"]
    assert list(probes) == list(FOUR)
    for slug, found in probes.items():
        assert ("drop_attention" in found["erasure"]["measures"]) is slug.startswith("search")
        for name in ("path_length", "erasure", "context"):
            for one in found[name]["measures"].values():
                assert one["low"] < one["mean"] < one["high"]
                assert one["interval"] == BOOTSTRAP
        assert len(found["path_length"]["curves"]["from_end"]) == 31
        lengths = found["beyond_length"]["lengths"]
        assert [length["factor"] for length in lengths] == [0, 1, 2, 4]
        assert lengths[0]["difference"] is None
        assert lengths[3]["bleu"]["mean"] < lengths[0]["bleu"]["mean"]


def test_table_shows_what_is_filed(four):
    rows = {row["system"]: row for row in table(four, "erasure_drops")}
    assert rows["encdec-50"]["drop_attention"] == ""
    drop = json.loads(document(four, "results.json"))["probes"]["search-50"]["erasure"]["measures"]
    assert float(rows["search-50"]["drop_attention"]) == drop["drop_attention"]["mean"]
    assert f"| {drop['drop_attention']['mean']:.2f} [" in document(four, "report.md")


def test_several_seeds_have_their_range(seventeen):
    found = json.loads(document(seventeen, "results.json"))["probes"]["search-50"]
    ratio = found["path_length"]["measures"]["thirds_ratio"]
    assert ratio["interval"] == SEEDS
    assert (ratio["low"], ratio["high"]) == pytest.approx((0.901, 0.902))
    assert {row["system"] for row in table(seventeen, "erasure")} == set(SEVENTEEN)


def test_runs_are_put_together_figure_by_figure():
    one = {"count": 3, "names": ["a"], "gone": None, "list": [figure(2.0)], "nested": figure(4.0)}
    other = {"count": 3, "names": ["a"], "gone": figure(1), "list": [figure(3.0)], "nested": None}
    alone = over_runs({7: one})
    assert isinstance(alone["nested"], Estimate)
    assert (alone["nested"].low, alone["nested"].high) == (3.0, 5.0)
    both = over_runs({7: one, 8: other})
    assert (both["count"], both["names"], both["gone"], both["nested"]) == (3, ["a"], None, None)
    assert (both["list"][0].mean, both["list"][0].low, both["list"][0].high) == (2.5, 2.0, 3.0)
    assert both["list"][0].seeds == ((7, 2.0), (8, 3.0))


def test_loss_by_joining_alone_is_told_only_of_texts_no_longer_than_training(four):
    assert told_of_shortest(1) in document(four, "report.md")
    assert "lost to joining, not to length" in told_of_shortest(1)
    longer = told_of_shortest(3)
    assert "about 3 times as long as the longest sentence" in longer
    assert "not to length" not in longer
