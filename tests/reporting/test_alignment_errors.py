"""The section that holds alignments against reference links."""

from __future__ import annotations

import json
import shutil

import pytest

from .fixture.aligner import write_aligner
from .rendering import document, render, table


def section(workspace) -> str:
    text = document(workspace, "report.md")
    start = text.index("## Alignments against a reference")
    return text[start : text.index("\n## ", start + 5)]


@pytest.fixture(scope="module")
def gold(four, tmp_path_factory):
    """The same experiment, with links that the corpus brings."""
    workspace = tmp_path_factory.mktemp("gold") / "workspace"
    shutil.copytree(four, workspace)
    write_aligner(workspace, "gold")
    render(workspace)
    return workspace


def test_silver_is_called_silver_wherever_it_stands(four):
    text = section(four)
    assert "The reference is silver, not made by hand" in text
    assert "at least one found are possible (2,890)" in text
    assert "letter or digit, which alone are judged, 2,100 and 2,600" in text
    assert "the silver reference" in text
    assert "The aligner is the reference itself here" in text
    names = [row["system"] for row in table(four, "alignment_errors_table")]
    assert names == [
        "search-30",
        "search-50",
        "aligner, to target",
        "aligner against itself",
    ]
    own = table(four, "alignment_errors_table")[2]
    assert own["aer"] == ""
    assert float(own["crossing"]) == 0.06


def test_against_gold_the_aligner_counts_like_a_system(gold):
    text = section(gold)
    assert "The reference is gold" in text
    assert "2,345 in all, each of them sure; 2,100 are of target words with a letter" in text
    assert "reference itself" not in text
    rows = {row["system"]: row for row in table(gold, "alignment_errors_table")}
    assert float(rows["aligner, both ways"]["aer"]) == 0.31
    assert "best single links" in rows


def test_every_number_is_in_results(four, gold):
    for workspace, kind in ((four, "silver"), (gold, "gold")):
        content = json.loads(document(workspace, "results.json"))
        mine = content["alignment"]["search-50"]
        assert mine["aer"]["mean"] == pytest.approx(0.42)
        assert mine["other_shift_aer"]["mean"] == pytest.approx(0.81)
        assert {"precision", "recall", "f1", "entropy", "forward", "crossing"} <= set(mine)
        assert content["alignment"]["encdec-50"] == {}
        assert content["reference_alignment"]["kind"] == kind
        assert content["reference_alignment"]["directions"]["aer"]["mean"] == pytest.approx(0.31)


def test_systems_in_luong_s_order_show_both_shifts(four, seventeen):
    assert not (four / "reports" / "tables" / "alignment_shift.csv").exists()
    rows = {row["system"]: row for row in table(seventeen, "alignment_shift")}
    assert {"dot-50", "local-p-50"} <= set(rows)
    assert not {"search-50", "transformer-50"} & set(rows)
    assert float(rows["dot-50"]["aer_shift_0"]) == pytest.approx(0.42)
    assert float(rows["dot-50"]["aer_shift_1"]) == pytest.approx(0.81)


def test_without_attention_there_is_no_section(alone):
    assert "Alignments against a reference" not in document(alone, "report.md")
