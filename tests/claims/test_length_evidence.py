"""The change of BLEU with length, on translations whose damage is known."""

from pathlib import Path

import pytest
from evaluation.workspace import rows_of_test, write_run, write_split

from pipeline.claims.length_evidence import bleu_change
from pipeline.claims.measured import Missing
from pipeline.claims.quantity import BleuChange

from .made import workspace

ROWS = rows_of_test(480)  # 40 of each length from 1 to 12
HERE = workspace("level", "falling", seeds=(1, 2))


@pytest.fixture(autouse=True)
def _translated(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_split(ROWS)
    for seed in (1, 2):
        write_run("level", seed, ROWS, wrong=0.2)
        write_fallen(seed)


def write_fallen(seed):
    """Translations as good as those of ``level`` up to 9 words, and worthless beyond."""
    write_run("falling", seed, ROWS, wrong=0.2)
    path = Path(f"runs/translate/falling/{seed}/hypotheses.jsonl")
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    write_run("falling", seed, ROWS, wrong=0.9)
    worse = path.read_text(encoding="utf-8").splitlines(keepends=True)
    chosen = [
        bad if len(row.source_words) > 9 else good
        for row, good, bad in zip(ROWS, lines, worse, strict=True)
    ]
    path.write_text("".join(chosen), encoding="utf-8")


def change(**content):
    asked = {"kind": "bleu change with length", "shorter": [7, 9], "longer": [10, 12], **content}
    return bleu_change(BleuChange.model_validate(asked), HERE)


def test_a_fall_with_length_is_seen_and_a_level_is_level():
    falling, level = change(system="falling"), change(system="level")
    assert falling.high < -20
    assert level.test_low < 0 < level.test_high
    assert len(falling.seeds) == 2


def test_change_in_the_lead_is_the_difference_of_both_changes():
    lead = change(system="level", baseline="falling")
    each = [change(system=system).mean for system in ("level", "falling")]
    assert lead.mean == pytest.approx(each[0] - each[1], abs=1e-5)
    assert lead.low > 20


def test_too_few_sentences_of_a_length_say_nothing():
    told = change(system="level", longer=[13, 20])
    assert isinstance(told, Missing)
    assert "0 test sentences of 13 to 20" in told.reason
