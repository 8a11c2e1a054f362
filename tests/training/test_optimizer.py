"""One update: clipped, skipped where it must be, and each optimiser by hand."""

import copy
import math

import pytest
import torch
from torch import nn

from pipeline.training.optimizer import SETTLED, WILD, ClippedUpdate, make_optimizer

FINITE = torch.tensor(1.0)


def parameters(*gradients):
    made = [nn.Parameter(torch.zeros(len(gradient))) for gradient in gradients]
    for parameter, gradient in zip(made, gradients, strict=True):
        parameter.grad = torch.tensor(gradient)
    return made


class Plain(torch.optim.SGD):
    """A plain step, to see what gradient arrives."""


def test_norm_is_of_all_parameters_and_clipped():
    made = parameters([3.0, 0.0], [4.0])
    norm = ClippedUpdate(Plain(made, lr=9.0), clip_norm=1.0).apply(1.0, FINITE).norm
    assert norm == 5.0
    torch.testing.assert_close(torch.cat([p.data for p in made]), torch.tensor([-0.6, 0.0, -0.8]))


def test_small_gradients_are_left_as_they_are():
    made = parameters([0.3, 0.0], [0.4])
    ClippedUpdate(Plain(made, lr=1.0), clip_norm=1.0).apply(1.0, FINITE)
    assert torch.equal(torch.cat([p.data for p in made]), torch.tensor([-0.3, 0.0, -0.4]))


def test_adam_is_clipped_too():
    """The second update, since Adam's first does not depend on the gradient's size."""
    made = parameters([3.0, 4.0])
    update = ClippedUpdate(make_optimizer("adam", made, 1.0), clip_norm=1.0)
    update.apply(0.1, FINITE)
    made[0].grad = torch.tensor([0.3, 0.4])  # below the limit
    update.apply(0.1, FINITE)
    mean = 0.9 * 0.1 * 0.6 + 0.1 * 0.3
    square = 0.98 * 0.02 * 0.6**2 + 0.02 * 0.3**2
    second = mean / (1 - 0.9**2) / (math.sqrt(square / (1 - 0.98**2)) + 1e-8)
    torch.testing.assert_close(made[0].data[0], torch.tensor(-0.1 - 0.1 * second))


def test_adadelta_by_hand():
    made = parameters([0.5])
    ClippedUpdate(make_optimizer("adadelta", made, 1.0), clip_norm=1.0).apply(1.0, FINITE)
    step = math.sqrt(1e-6) / math.sqrt(0.05 * 0.5**2 + 1e-6) * 0.5
    torch.testing.assert_close(made[0].data, torch.tensor([-step]))


@pytest.mark.parametrize("name", ["adam", "adadelta"])
@pytest.mark.parametrize("wrong", [math.nan, math.inf])
@pytest.mark.parametrize("where", ["gradient", "loss"])
def test_an_update_that_is_not_finite_touches_nothing(name, wrong, where):
    made, same = parameters([0.5, 1.0], [2.0]), parameters([0.5, 1.0], [2.0])
    update = ClippedUpdate(make_optimizer(name, made, 0.1), clip_norm=1.0)
    undisturbed = ClippedUpdate(make_optimizer(name, same, 0.1), clip_norm=1.0)
    update.apply(0.1, FINITE)
    undisturbed.apply(0.1, FINITE)

    made[0].grad = torch.tensor([wrong if where == "gradient" else 0.5, 1.0])
    done = update.apply(0.1, torch.tensor(wrong) if where == "loss" else FINITE)
    assert bool(torch.isfinite(done.norm)) == (where == "loss")
    assert not done.made

    for one, other in zip(made, same, strict=True):
        assert torch.equal(one, other)
        one.grad, other.grad = torch.ones_like(one), torch.ones_like(other)
    update.apply(0.1, FINITE)
    undisturbed.apply(0.1, FINITE)
    for one, other in zip(made, same, strict=True):  # the optimiser's state was not touched either
        assert torch.equal(one, other)


def test_parameters_without_gradient_are_left_out():
    made = parameters([3.0, 4.0], [1.0])
    made[1].grad = None
    update = ClippedUpdate(make_optimizer("adam", made, 0.1), clip_norm=1.0)
    assert update.apply(0.1, FINITE).norm == 5.0
    assert made[1].item() == 0.0


def test_rate_is_set_at_every_update():
    made = parameters([1.0])
    update = ClippedUpdate(make_optimizer("adam", made, 5.0), clip_norm=1.0)
    update.apply(0.25, FINITE)
    torch.testing.assert_close(made[0].data, torch.tensor([-0.25]))


def settled(name, norm=0.5, updates=SETTLED):
    """An update that has seen gradients of ``norm``, and its one parameter."""
    made = parameters([norm])
    update = ClippedUpdate(make_optimizer(name, made, 0.1), clip_norm=1.0)
    for _ in range(updates):
        made[0].grad = torch.tensor([norm])
        assert update.apply(0.1, FINITE).made
    return update, made[0]


@pytest.mark.parametrize("name", ["adam", "adadelta"])
def test_a_norm_far_above_the_usual_is_skipped(name):
    update, parameter = settled(name)
    before = parameter.detach().clone()
    parameter.grad = torch.tensor([0.5 * WILD * 1.1])
    assert not update.apply(0.1, FINITE).made
    assert torch.equal(parameter, before)
    parameter.grad = torch.tensor([0.5 * WILD * 0.9])  # large, and clipped
    assert update.apply(0.1, FINITE).made
    assert not torch.equal(parameter, before)


def test_nothing_is_wild_before_there_is_a_usual_norm():
    update, parameter = settled("adam", updates=SETTLED - 1)
    parameter.grad = torch.tensor([1e6])
    assert update.apply(0.1, FINITE).made


def test_nothing_is_wild_below_the_clipping_norm():
    """A model that has learnt all has next to no gradient; a hard sentence then is none."""
    update, parameter = settled("adam", norm=1e-5)
    parameter.grad = torch.tensor([0.9])
    assert update.apply(0.1, FINITE).made


def test_what_is_usual_follows_the_run_and_goes_on_with_it():
    update, parameter = settled("adam", norm=0.5)
    for _ in range(1000):
        parameter.grad = torch.tensor([50.0])
        assert update.apply(0.1, FINITE).made
    restored, same = settled("adam", updates=1)
    restored.load(copy.deepcopy(update.state()))
    for norm, made in ((0.5 * WILD * 1.1, True), (50.0 * WILD * 1.1, False)):
        for one, its in ((update, parameter), (restored, same)):
            its.grad = torch.tensor([norm])
            assert bool(one.apply(0.1, FINITE).made) == made
    assert torch.equal(update.state()["usual_norm"], restored.state()["usual_norm"])
