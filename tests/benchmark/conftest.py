"""The folder in which the tests of the benchmark run."""

from __future__ import annotations

from pathlib import Path

import pytest

from .small import write_params


@pytest.fixture
def folder(tmp_path: Path, monkeypatch) -> Path:
    """A workspace without data and runs, in which the test runs."""
    write_params(tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path
