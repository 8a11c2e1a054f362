"""Gradients of the training loss against central finite differences, in float64.

The loss itself is held to the NumPy reference elsewhere; here its slopes are held to its values,
which is what the written-out backward passes (gated unit, output layer) could get wrong.
"""

from __future__ import annotations

import pytest
import torch
from tiny_systems import ALL, RAGGED, batch_of, random_pairs, tiny

STEP = 1e-5
TOLERANCE = 1e-4
NEGLIGIBLE = 1e-6
"""Slopes below this are rounding: of a loss near 50 the differences are good to about 1e-8."""


EACH_SCORE = [
    "search",
    "search-dot",
    "search-general",
    "search, concat-identity",
    "concat",
    "location",
    "local-m",
    "local-p",
    "dot-feed",
    "qkv",
    "encdec",
]
SHORT = ((3, 2), (1, 3))


def slope(model, batch, direction: list[torch.Tensor]) -> float:
    """(L(p + step d) - L(p - step d)) / (2 step), p all parameters and d a direction for each."""
    values = []
    with torch.no_grad():
        start = [parameter.clone() for parameter in model.parameters()]
        for sign in (1, -1):
            for parameter, at, way in zip(model.parameters(), start, direction, strict=True):
                parameter.copy_(at + sign * STEP * way)
            values.append(model.loss(batch).total.item())
        for parameter, at in zip(model.parameters(), start, strict=True):
            parameter.copy_(at)
    return (values[0] - values[1]) / (2 * STEP)


def _backward(model, batch) -> list[torch.Tensor]:
    """Autograd's gradient for every parameter, zeros where it has none."""
    model.loss(batch).total.backward()
    return [
        torch.zeros_like(parameter) if parameter.grad is None else parameter.grad
        for parameter in model.parameters()
    ]


def _direction(like: list[torch.Tensor], seed: int) -> list[torch.Tensor]:
    """A direction for each parameter, of length 1 in each."""
    generator = torch.Generator().manual_seed(seed)
    ways = [torch.randn(p.shape, generator=generator, dtype=torch.float64) for p in like]
    return [way / max(way.norm().item(), 1e-9) for way in ways]


def assert_same_slope(written: float, measured: float, what: str) -> None:
    scale = max(abs(written), abs(measured))
    assert abs(written - measured) <= TOLERANCE * scale + NEGLIGIBLE, (
        f"{what}: autograd {written}, differences {measured}"
    )


@pytest.mark.parametrize("name", ALL)
def test_slope_of_all_parameters_together(name: str) -> None:
    """One random direction through all parameters: a wrong entry anywhere shows."""
    model = tiny(ALL[name], seed=11)
    batch = batch_of(random_pairs(12, RAGGED))
    written = _backward(model, batch)
    direction = _direction(written, seed=13)
    pairs = zip(written, direction, strict=True)
    expected = sum((gradient * way).sum().item() for gradient, way in pairs)
    assert_same_slope(expected, slope(model, batch, direction), name)


@pytest.mark.parametrize("name", EACH_SCORE)
def test_slope_of_each_parameter(name: str) -> None:
    """A random direction in each parameter alone, and its entry with the steepest slope."""
    model = tiny(ALL[name], seed=14)
    batch = batch_of(random_pairs(15, SHORT))
    written = _backward(model, batch)
    ways = _direction(written, seed=16)
    nothing = [torch.zeros_like(way) for way in ways]
    for number, (label, parameter) in enumerate(model.named_parameters()):
        if not parameter.numel():
            continue
        steepest = torch.zeros_like(parameter)
        steepest.view(-1)[written[number].abs().argmax()] = 1
        for way in (ways[number], steepest):
            expected = (written[number] * way).sum().item()
            measured = slope(model, batch, [*nothing[:number], way, *nothing[number + 1 :]])
            assert_same_slope(expected, measured, label)


@pytest.mark.parametrize("name", ALL)
def test_every_parameter_matters(name: str) -> None:
    """A parameter whose slope is zero everywhere is one that the equations forgot."""
    model = tiny(ALL[name], seed=17)
    gradients = _backward(model, batch_of(random_pairs(18, RAGGED)))
    idle = {
        label.split(".layers.")[0].split(".cells.")[0]
        for (label, parameter), gradient in zip(model.named_parameters(), gradients, strict=True)
        if parameter.numel() and not gradient.abs().max() > NEGLIGIBLE
    }
    assert idle == set()


@pytest.mark.parametrize("smoothing", [0.0, 0.3])
def test_output_layer_over_several_blocks(smoothing: float) -> None:
    """More tokens than the output layer takes at once; compared with the library's own loss."""
    from pipeline.model.output_loss import BLOCK, OutputLayer

    torch.manual_seed(16)
    tokens, features_size, vocabulary = 2 * BLOCK + 3, 3, 5
    layer = OutputLayer(features_size, vocabulary).double()
    with torch.no_grad():
        for parameter in layer.parameters():
            parameter.normal_()
    features = torch.randn(tokens, features_size, dtype=torch.float64, requires_grad=True)
    targets = torch.randint(vocabulary, (tokens,))
    leaves = [features, *layer.parameters()]
    # Scaled, so that a backward pass that ignores the incoming gradient shows.
    mine = torch.autograd.grad(0.7 * layer.loss(features, targets, smoothing), leaves)
    right = torch.autograd.grad(
        0.7
        * torch.nn.functional.cross_entropy(
            layer(features), targets, reduction="sum", label_smoothing=smoothing
        ),
        leaves,
    )
    for ours, theirs in zip(mine, right, strict=True):
        torch.testing.assert_close(ours, theirs, rtol=1e-9, atol=1e-9)


def test_gated_unit_backward_equals_autograd() -> None:
    """The written backward pass against autograd through the same steps, every input."""
    from pipeline.model.gru_recurrence import gru, gru_plain

    torch.manual_seed(17)
    hidden, steps, batch = 4, 6, 3
    shapes = ((steps, batch, 3 * hidden), (batch, hidden), (2 * hidden, hidden), (hidden, hidden))
    leaves = [torch.randn(s, dtype=torch.float64, requires_grad=True) for s in shapes]
    weights = torch.randn(steps, batch, hidden, dtype=torch.float64)
    mine = torch.autograd.grad((gru(*leaves) * weights).sum(), leaves)
    right = torch.autograd.grad((gru_plain(*leaves) * weights).sum(), leaves)
    torch.testing.assert_close(gru(*leaves), gru_plain(*leaves), rtol=1e-12, atol=1e-12)
    for ours, theirs in zip(mine, right, strict=True):
        torch.testing.assert_close(ours, theirs, rtol=1e-10, atol=1e-10)
