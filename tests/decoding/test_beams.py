"""One step of the beams of one sentence, computed by hand."""

import torch

from pipeline.data.vocabulary import EOS
from pipeline.decoding.beams import extend, opened
from pipeline.decoding.best_tokens import BestTokens
from pipeline.decoding.limits import StepLimits

from .stand_in_models import A, B, C, D

NOTHING = -torch.inf
ONE_SENTENCE = StepLimits(fewest=torch.tensor([0]), most=torch.tensor([10]))


def beams_of(log_probability, *, places, greedy):
    return opened(ONE_SENTENCE, len(log_probability))._replace(
        log_probability=torch.tensor([log_probability]),
        places=torch.tensor([places]),
        greedy=torch.tensor([greedy]),
    )


def best(*of_beams):
    """The best tokens of each beam, as (token, log-probability)."""
    tokens = torch.tensor([[[token for token, _ in beam] for beam in of_beams]])
    return BestTokens(torch.tensor([[[value for _, value in beam] for beam in of_beams]]), tokens)


def test_the_best_extensions_of_all_beams_become_the_beams():
    beams = beams_of([-1.0, -2.0], places=2, greedy=0)
    after, choice = extend(beams, best([(A, -0.5), (B, -3.0)], [(C, -0.1), (D, -9.0)]), 3, 1.0)
    assert choice.tokens.tolist() == [[A, C]]
    assert choice.parents.tolist() == [[0, 1]]
    torch.testing.assert_close(after.log_probability, torch.tensor([[-1.5, -2.1]]))
    assert (after.greedy.tolist(), after.places.tolist()) == ([0], [2])


def test_one_that_ends_gives_up_its_place_and_the_live_ones_move_up():
    beams = beams_of([-1.0, -2.0], places=2, greedy=0)
    after, choice = extend(beams, best([(EOS, -0.5), (B, -3.0)], [(C, -0.1), (D, -9.0)]), 3, 1.0)
    assert choice.tokens.tolist() == [[C, EOS]]
    assert choice.parents.tolist() == [[1, 0]]
    torch.testing.assert_close(after.log_probability, torch.tensor([[-2.1, NOTHING]]))
    assert (after.greedy.tolist(), after.places.tolist()) == ([-1], [1])
    torch.testing.assert_close(after.best.score, torch.tensor([-0.5]))
    assert (after.best.steps.tolist(), after.best.beam.tolist()) == ([3], [1])


def test_the_greedy_path_takes_the_last_place_that_is_open():
    beams = beams_of([-1.0, -3.0, NOTHING], places=2, greedy=1)
    found = best([(A, -0.1), (B, -0.2)], [(C, -0.1), (D, -0.2)], [(A, -0.1), (B, -0.2)])
    after, choice = extend(beams, found, 3, 1.0)
    assert choice.tokens[0, :2].tolist() == [A, C]
    assert choice.parents[0, :2].tolist() == [0, 1]
    torch.testing.assert_close(after.log_probability, torch.tensor([[-1.1, -3.1, NOTHING]]))
    assert after.greedy.tolist() == [1]


def test_a_greedy_path_that_has_ended_takes_no_place():
    beams = beams_of([-1.0, -3.0, NOTHING], places=2, greedy=-1)
    found = best([(A, -0.1), (B, -0.2)], [(C, -0.1), (D, -0.2)], [(A, -0.1), (B, -0.2)])
    after, choice = extend(beams, found, 3, 1.0)
    assert choice.tokens[0, :2].tolist() == [A, B]
    assert after.greedy.tolist() == [-1]


def test_a_worse_ending_does_not_replace_a_better_one():
    beams = beams_of([-1.0, -2.0], places=2, greedy=0)
    first, _ = extend(beams, best([(EOS, -0.5), (B, -3.0)], [(C, -0.1), (D, -9.0)]), 3, 1.0)
    after, _ = extend(first, best([(EOS, -0.5), (A, -9.0)], [(A, -1.0), (B, -1.0)]), 4, 1.0)
    torch.testing.assert_close(after.best.score, torch.tensor([-0.5]))
    assert after.done.tolist() == [True]


def test_a_sentence_is_done_only_when_no_future_can_win():
    # -2.1 now is at best -.21 a step at the limit of ten: it beats -.5, and not -.2.
    live = [(C, -0.1), (D, -9.0)]
    beams = beams_of([-1.0, -2.0], places=2, greedy=0)
    hopeful, _ = extend(beams, best([(EOS, -0.5), (B, -9.0)], live), 3, 1.0)
    assert hopeful.done.tolist() == [False]
    beams = beams_of([-0.1, -2.0], places=2, greedy=0)
    hopeless, _ = extend(beams, best([(EOS, -0.5), (B, -9.0)], live), 3, 1.0)
    assert hopeless.done.tolist() == [True]
    assert hopeless.needed().tolist() == [0]
