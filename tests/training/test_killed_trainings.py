"""Training killed at any moment: the bytes in the end are those of a run that nobody disturbed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from stage_workspace import BUDGET, OUTPUTS, edit, write_tokens
from training_stand_ins import REPOSITORY

from pipeline.layout import TOKENS


@pytest.mark.timeout(900)
@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks")
@pytest.mark.parametrize("seeds", [range(2), pytest.param(range(10), marks=pytest.mark.kills)])
def test_killed_at_any_moment(tmp_path, monkeypatch, seeds):
    """SIGKILL, sometimes SIGTERM, again and again, at seeded moments."""
    monkeypatch.chdir(tmp_path)
    write_tokens(TOKENS)
    edit(**BUDGET, threads=1)
    done = subprocess.run(
        [sys.executable, Path(__file__).with_name("killed_trainings.py"), *map(str, seeds)],
        env=os.environ
        | {"PYTHONPATH": os.pathsep.join([str(REPOSITORY), str(REPOSITORY / "tests")])},
        capture_output=True,
        text=True,
        timeout=800,
    )
    assert done.returncode == 0, done.stderr
    undisturbed, *runs = [json.loads(line) for line in done.stdout.splitlines()]
    assert undisturbed["hashes"].keys() == set(OUTPUTS)
    assert len(runs) == len(seeds)
    assert sum(len(run["signals"]) for run in runs) > len(seeds)
    for run in runs:
        assert run["hashes"] == undisturbed["hashes"]
        assert run["timed"]
        assert not run["left"]
