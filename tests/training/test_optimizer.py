"""One update: clipped, skipped where it must be, and each optimiser by hand."""

import math

import pytest
import torch
from torch import nn

from pipeline.training.optimizer import ClippedUpdate, make_optimizer

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
    norm = ClippedUpdate(Plain(made, lr=9.0), clip_norm=1.0).apply(1.0, FINITE)
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
    norm = update.apply(0.1, torch.tensor(wrong) if where == "loss" else FINITE)
    assert bool(torch.isfinite(norm)) == (where == "loss")

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
    assert ClippedUpdate(make_optimizer("adam", made, 0.1), clip_norm=1.0).apply(0.1, FINITE) == 5.0
    assert made[1].item() == 0.0


def test_rate_is_set_at_every_update():
    made = parameters([1.0])
    update = ClippedUpdate(make_optimizer("adam", made, 5.0), clip_norm=1.0)
    update.apply(0.25, FINITE)
    torch.testing.assert_close(made[0].data, torch.tensor([-0.25]))
