"""What a new report does to an old one, and to what is not its own."""

from __future__ import annotations

import json
import os
import random
import shutil
from pathlib import Path

import pytest
from running import seen_by_script

from pipeline.layout import EVALUATE
from pipeline.refusal import EXIT_CODE, Refusal
from pipeline.reporting import report
from pipeline.reporting.rebuilt import APART, rebuilt

from .killed_reports import digests
from .rendering import files_below, render

REPOSITORY = Path(__file__).parents[2]


def test_old_report_stays_whole_when_rendering_fails(copied, monkeypatch):
    before = files_below(copied / "reports")

    def fail(*_):
        raise RuntimeError("midway")

    monkeypatch.setattr(report, "differences", fail)
    with pytest.raises(RuntimeError, match="midway"):
        render(copied)
    assert files_below(copied / "reports") == before
    assert not list(copied.rglob(".*part*"))


def test_missing_scores_are_refused_and_the_old_report_stays(copied, capsys):
    before = files_below(copied / "reports")
    (copied / EVALUATE / "scores.json").unlink()
    with pytest.raises(SystemExit) as end:
        render(copied)
    assert end.value.code == EXIT_CODE
    assert "scores.json is missing" in capsys.readouterr().err
    assert files_below(copied / "reports") == before


def test_scores_of_another_experiment_are_refused(copied, capsys):
    params = json.loads((copied / "params.yaml").read_text(encoding="utf-8"))
    params["experiment"]["seeds"] = [1, 2]
    (copied / "params.yaml").write_text(json.dumps(params), encoding="utf-8")
    with pytest.raises(SystemExit):
        render(copied)
    assert "experiment expects" in capsys.readouterr().err


@pytest.mark.parametrize("folder", [".", ".."])
def test_the_workspace_itself_is_no_folder_for_a_report(folder, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(Refusal, match=r"report\.folder"), rebuilt(Path(folder)):
        pass


def test_what_a_killed_run_left_is_cleared(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    left = tmp_path / "reports" / ".report.part"
    left.mkdir(parents=True)
    (left / "half.html").write_text("half")
    with rebuilt(Path("reports")) as beside:
        (beside / "whole.html").write_text("whole")
    assert files_below(tmp_path) == {"reports/whole.html": b"whole"}


def test_only_the_folder_itself_is_written_to(tmp_path, monkeypatch):
    """The folder above may be read-only, and the report's own may lie on another disk."""
    monkeypatch.chdir(tmp_path)
    above, elsewhere = tmp_path / "above", tmp_path / "elsewhere"
    above.mkdir()
    elsewhere.mkdir()
    (above / "reports").symlink_to(elsewhere)
    before = above.stat().st_mtime_ns
    with rebuilt(Path("above/reports")) as apart:
        assert apart.resolve().is_relative_to(elsewhere.resolve())
        (apart / "report.html").write_text("whole")
    assert above.stat().st_mtime_ns == before
    assert files_below(elsewhere) == {"report.html": b"whole"}


@pytest.mark.timeout(900)
@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks")
def test_a_killed_report_leaves_the_old_one_until_the_new_one_is_whole(copied, tmp_path):
    """SIGKILL at five seeded moments: while the new one is built, and while it is moved in."""
    old = digests(copied / "reports")
    params = json.loads((copied / "params.yaml").read_text(encoding="utf-8"))
    params["report"]["note"] = "Another note"
    (copied / "params.yaml").write_text(json.dumps(params), encoding="utf-8")
    expected = tmp_path / "expected"
    shutil.copytree(copied, expected)
    moving = 2 * len(old)  # every file has two moments when it is built, and two when it is moved
    chance = random.Random(6)
    moments = [chance.randrange(2, moving) for _ in range(3)]
    moments += [chance.randrange(moving + 1, 2 * moving) for _ in range(2)]
    script = Path(__file__).with_name("killed_reports.py")
    found = seen_by_script(script, expected, *moments, folder=copied)
    new = digests(expected / "reports")
    assert new.keys() == old.keys()
    assert new != old
    for seen in found:
        if seen["moment"] < moving:
            assert seen["there"] == old
            continue
        moved = new.keys() - seen["beside"].keys()
        assert moved
        assert seen["there"] == {name: (new if name in moved else old)[name] for name in old | new}
        assert seen["beside"] == {name: new[name] for name in seen["beside"]}
        old = seen["there"]
    assert digests(copied / "reports") == new
    assert not (copied / "reports" / APART).exists()
