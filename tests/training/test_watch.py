"""A loss that is no number stops the run; a wild gradient is counted."""

import math

import pytest
import torch

from pipeline.refusal import Refusal
from pipeline.training.optimizer import Update
from pipeline.training.watch import LOT, MOST_SKIPPED_IN_A_ROW, Watch

GOOD = torch.tensor(1.0)
MADE = Update(torch.tensor(1.0), torch.tensor(True))
SKIPPED = Update(torch.tensor(math.inf), torch.tensor(False))


def watch():
    return Watch(lambda rows: [f"verse {row}" for row in rows])


@pytest.mark.parametrize("loss", [math.nan, math.inf])
def test_message_names_step_sentences_and_what_to_try(loss):
    watching = watch()
    watching.add(1, [1, 2], GOOD, MADE)
    watching.add(2, [7, 8, 9, 10, 11, 12, 13], torch.tensor(loss), MADE)
    with pytest.raises(Refusal, match=rf"loss is {loss} at step 2 .*verse 7, .*11 and 2 more") as e:
        watching.examine()
    assert "training.learning_rate" in str(e.value)
    assert "verse 1," not in str(e.value)


def test_looks_by_itself_after_a_lot():
    watching = watch()
    watching.add(1, [3], torch.tensor(math.nan), MADE)
    for step in range(2, LOT):
        watching.add(step, [4], GOOD, MADE)
    with pytest.raises(Refusal, match="step 1 "):
        watching.add(LOT, [4], GOOD, MADE)


def test_single_wild_gradients_are_counted():
    watching = watch()
    for step in range(1, 61):
        watching.add(step, [step], GOOD, SKIPPED if step % 20 == 0 else MADE)
    watching.examine()
    assert watching.skipped == 3


def test_many_in_a_row_stop_the_run():
    watching = watch()
    for step in range(1, MOST_SKIPPED_IN_A_ROW):
        watching.add(step, [step], GOOD, SKIPPED)
    watching.examine()
    assert watching.skipped == MOST_SKIPPED_IN_A_ROW - 1
    watching.add(MOST_SKIPPED_IN_A_ROW, [99], GOOD, SKIPPED)
    with pytest.raises(Refusal, match=r"20 updates in a row.*verse 99"):
        watching.examine()
