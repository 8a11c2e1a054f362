"""Every stage at a signal and on a full disk: one line, a code, nothing that passes for whole."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from running import seen_by_script

from pipeline.config.overlay import overlaid, setting
from pipeline.config.read import read_params

REPOSITORY = Path(__file__).parents[2]
TINY = Path(__file__).with_name("tiny.yaml")
STAGES = (
    "check download tokenize train translate reference_align score_aligner align probe evaluate "
    "judge report"
).split()
KINDS = {
    "SIGINT": (130, "stopped by SIGINT"),
    "SIGTERM": (143, "stopped by SIGTERM"),
    "disk full": (1, "no space is left on the disk"),
    "large file": (1, "a file may not grow so large here"),
}

pytestmark = [
    pytest.mark.skipif(not hasattr(os, "fork"), reason="forks"),
    pytest.mark.timeout(900),  # the first test waits for all stages
]


def fill(folder: Path) -> None:
    """Make ``folder`` a workspace with tiny settings and one system."""
    (folder / "corpora").mkdir()
    path = folder / "params.yaml"
    path.write_bytes((REPOSITORY / "params.yaml").read_bytes())
    changes = [read_params(TINY), setting("experiment.systems=[search-50]")]
    path.write_text(overlaid(path, changes), encoding="utf-8")


@pytest.fixture(scope="module")
def stages(tmp_path_factory) -> dict[str, dict]:
    """What was seen of every stage."""
    folder = tmp_path_factory.mktemp("a workspace, ä")
    fill(folder)
    script = Path(__file__).with_name("disturbed_stages.py")
    return {seen["stage"]: seen for seen in seen_by_script(script, folder=folder)}


def test_all_stages_are_here(stages):
    assert list(stages) == STAGES


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", STAGES)
def test_a_disturbed_stage(stages, name, kind):
    seen = stages[name]["runs"][kind]
    code, said = KINDS[kind]
    assert seen["code"] == code, seen["said"]
    assert "Traceback" not in seen["said"]
    assert said in seen["said"].splitlines()[-1]
    assert seen["said"].count("stopped") == 1
    assert seen["beside"] == []
    assert seen["broken"] == []
    if name == "report":  # the old one stays
        assert seen["kept"]
    else:
        assert not seen["sealed"]


@pytest.mark.parametrize("name", STAGES)
def test_the_next_run_ends_as_if_nothing_had_been(stages, name):
    seen = stages[name]
    assert seen["code"] == 0, seen["said"]
    assert seen["same"]
    assert seen["beside"] == []
