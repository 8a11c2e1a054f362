"""Training killed at any moment: the bytes in the end are those of a run that nobody disturbed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from running import seen_by_script
from stage_workspace import BUDGET, OUTPUTS, edit, write_tokens

from pipeline.layout import TOKENS


@pytest.mark.timeout(900)
@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks")
@pytest.mark.parametrize("seeds", [range(2), pytest.param(range(10), marks=pytest.mark.kills)])
def test_killed_at_any_moment(tmp_path, monkeypatch, seeds):
    """SIGKILL, sometimes SIGTERM, again and again, at seeded moments."""
    monkeypatch.chdir(tmp_path)
    write_tokens(TOKENS)
    edit(**BUDGET, threads=1)
    undisturbed, *runs = seen_by_script(Path(__file__).with_name("killed_trainings.py"), *seeds)
    assert undisturbed["hashes"].keys() == set(OUTPUTS)
    assert len(runs) == len(seeds)
    assert sum(len(run["signals"]) for run in runs) > len(seeds)
    for run in runs:
        assert run["hashes"] == undisturbed["hashes"]
        assert run["timed"]
        assert not run["left"]
