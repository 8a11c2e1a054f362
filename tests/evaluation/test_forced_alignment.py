"""Forced decoding keeps sentences apart and in order, and shifts what has to be shifted."""

import numpy as np
import pytest
import torch

from pipeline.evaluation import forced_alignment
from pipeline.evaluation.forced_alignment import forced_steps
from pipeline.model.interface import Advance

EOS = 3


class Fingerprint:
    """Attends at step t with weight (source id + t / 100) to every real position, 0 to padding."""

    attends = True
    training = False

    def teacher_forced(self, source, source_lengths, target):
        steps = torch.arange(target.shape[1]) / 100
        real = torch.arange(source.shape[1]) < source_lengths[:, None]
        weights = (source[:, None, :] + steps[None, :, None]) * real[:, None, :]
        return Advance(state=(), features=torch.zeros(0), weights=weights)


SOURCES = [[5, EOS], [6, 7, 8, EOS], [9, 4, EOS], [EOS]]
TARGETS = [[4, 4, 4, EOS], [4, EOS], [4, 4, EOS], [EOS]]


def expected(row, steps):
    return np.array([[word + step / 100 for word in SOURCES[row]] for step in steps])


@pytest.mark.parametrize("batch", [1, 2, 32])
def test_every_sentence_gets_its_own_matrix_without_padding(batch, monkeypatch):
    monkeypatch.setattr(forced_alignment, "BATCH_SENTENCES", batch)
    alignments = forced_steps(Fingerprint(), SOURCES, TARGETS)
    assert len(alignments) == 4
    for row, alignment in enumerate(alignments):
        assert alignment == pytest.approx(expected(row, range(len(TARGETS[row]))))


def test_every_step_has_a_row_whichever_word_it_belongs_to():
    model = Fingerprint()
    model.alignment_shift = 1
    steps = forced_steps(model, SOURCES, TARGETS)
    assert [len(rows) for rows in steps] == [len(ids) for ids in TARGETS]


def test_a_model_in_training_mode_raises():
    model = Fingerprint()
    model.training = True
    with pytest.raises(ValueError, match="evaluation mode"):
        forced_steps(model, SOURCES, TARGETS)
