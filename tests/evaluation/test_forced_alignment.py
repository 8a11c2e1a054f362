"""Forced decoding keeps sentences apart and in order, and shifts what has to be shifted."""

import numpy as np
import pytest
import torch

from pipeline.evaluation import forced_alignment
from pipeline.evaluation.forced_alignment import forced_alignments
from pipeline.model.interface import Advance

EOS = 3


class Fingerprint:
    """Attends at step t with weight (source id + t / 100) to every real position, 0 to padding."""

    attends = True
    training = False

    def __init__(self, alignment_shift=0):
        self.alignment_shift = alignment_shift

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
    alignments = forced_alignments(Fingerprint(), SOURCES, TARGETS)
    assert len(alignments) == 4
    for row, alignment in enumerate(alignments):
        assert alignment == pytest.approx(expected(row, range(len(TARGETS[row]))))


def test_weights_of_the_word_that_went_in_are_shifted():
    alignments = forced_alignments(Fingerprint(alignment_shift=1), SOURCES, TARGETS)
    for row, alignment in enumerate(alignments):
        # Word t went in at step t + 1; the end of sentence never does.
        steps = range(1, len(TARGETS[row]))
        assert alignment.shape == (len(steps), len(SOURCES[row]))
        assert alignment.ravel() == pytest.approx(expected(row, steps).ravel())


def test_a_model_in_training_mode_raises():
    model = Fingerprint()
    model.training = True
    with pytest.raises(ValueError, match="evaluation mode"):
        forced_alignments(model, SOURCES, TARGETS)
