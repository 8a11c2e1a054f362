"""On a terminal: a bar that counts the tokens of the run, and goes away however the run ends."""

import contextlib
import sys

import pytest
from training_stand_ins import EPOCH_TOKENS, TinyData, TinyModel, tiny_run

from pipeline.training.fit import fit


class Shown:
    def __init__(self):
        self.total, self.advanced, self.open = 0, [], False

    @contextlib.contextmanager
    def progress(self, description, total, unit):
        self.total, self.open = total, True
        try:
            yield self
        finally:
            self.open = False

    def advance(self, amount):
        self.advanced.append(amount)


@pytest.fixture
def shown(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    shown = Shown()
    monkeypatch.setattr("pipeline.training.epoch_end.progress", shown.progress)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    return shown


def test_bar_counts_what_is_left(shown):
    fit(tiny_run(), TinyModel, TinyData())
    assert shown.total == sum(shown.advanced) == 3 * EPOCH_TOKENS
    assert not shown.open


class Broken(TinyData):
    def train_dataloader(self):
        if self.trainer.current_epoch == 2:
            raise OSError
        return super().train_dataloader()


def test_bar_of_a_resumed_run_counts_the_rest(shown):
    with pytest.raises(OSError):  # noqa: PT011
        fit(tiny_run(), TinyModel, Broken())
    assert not shown.open
    shown.advanced.clear()
    fit(tiny_run(), TinyModel, TinyData())
    assert shown.total == sum(shown.advanced) == EPOCH_TOKENS
