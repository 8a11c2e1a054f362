"""The code counts as unchanged: an editor at work must not fail the tests of resuming."""

import pytest


@pytest.fixture(autouse=True)
def same_code(monkeypatch):
    monkeypatch.setattr("pipeline.training.fingerprint.digest_of_code", lambda: "as it was")
