"""The recurrences whose gradients are written out are the plain ones, value and gradient."""

from __future__ import annotations

import pytest
import torch

from pipeline.model.attention import Attention
from pipeline.model.gru_recurrence import gru, gru_plain
from pipeline.model.interface import DecoderState, LayerStates, Memory
from pipeline.model.output_loss import BLOCK, OutputLayer
from pipeline.model.readout import MaxoutReadout
from pipeline.model.recurrent import GatedStack
from pipeline.model.scores import AdditiveScore, ConcatIdentityScore, DotScore, GeneralScore
from pipeline.model.stepwise_decoder import AttendFirstDecoder


def randomised(module: torch.nn.Module) -> torch.nn.Module:
    for parameter in module.parameters():
        torch.nn.init.normal_(parameter, std=0.5)
    return module.double()


def test_gated_recurrence() -> None:
    torch.manual_seed(1)
    shapes = [(7, 3, 15), (3, 5), (10, 5), (5, 5)]
    inputs = [torch.randn(shape, dtype=torch.float64, requires_grad=True) for shape in shapes]
    weight = torch.randn(7, 3, 5, dtype=torch.float64)
    values = [function(*inputs) for function in (gru, gru_plain)]
    torch.testing.assert_close(values[0], values[1], rtol=0, atol=1e-12)
    gradients = [torch.autograd.grad((value * weight).sum(), inputs) for value in values]
    for written, plain in zip(*gradients, strict=True):
        torch.testing.assert_close(written, plain, rtol=0, atol=1e-10)


def test_larger_of_pairs() -> None:
    """Value and gradient of the maxout; of two equal ones the first counts."""
    torch.manual_seed(4)
    readout = randomised(MaxoutReadout(3, 2, 4, 5))
    inputs = [torch.randn(2, 6, n, dtype=torch.float64, requires_grad=True) for n in (3, 2, 4)]
    assert torch.autograd.gradcheck(readout, inputs)
    linear = [weight for name, weight in readout.named_parameters() if name != "bias"]
    parts = sum(x @ w.t() for x, w in zip(inputs, linear, strict=True)) + readout.bias
    torch.testing.assert_close(readout(*inputs), parts.view(2, 6, 5, 2).amax(-1))
    equal = torch.zeros(1, 3, dtype=torch.float64)
    level = MaxoutReadout(3, 2, 4, 5).double()
    torch.nn.init.zeros_(level.state_weight)
    torch.nn.init.zeros_(level.word_weight)
    level(equal, equal[:, :2], None).sum().backward()
    assert level.bias.grad.tolist() == [1.0, 0.0] * 5


SCORES = {
    "additive": lambda: AdditiveScore(6, 8, 5),
    "concat-identity": lambda: ConcatIdentityScore(6, 8),
    "general": lambda: GeneralScore(6, 8, scaled=True),
    "dot": lambda: DotScore(6, scaled=True),
}


@pytest.mark.parametrize("name", SCORES)
def test_attend_first(name: str) -> None:
    """States, contexts, weights, and the gradient of every parameter and of the memory."""
    torch.manual_seed(2)
    attended_size = 6 if name == "dot" else 8
    score = SCORES[name]()
    decoder = AttendFirstDecoder(
        torch.nn.Embedding(9, 4),
        GatedStack(4 + attended_size, 6, 1),
        Attention(score, attended_size, None),
        MaxoutReadout(6, 4, attended_size, 3),
        dropout=0.0,
    )
    decoder = randomised(decoder)
    lengths = torch.tensor([5, 2, 3])
    attended = torch.randn(3, 5, attended_size, dtype=torch.float64, requires_grad=True)
    start = torch.randn(3, 1, 6, dtype=torch.float64, requires_grad=True)
    tokens = torch.randint(0, 9, (3, 6))
    words = decoder.embedding(tokens)
    inputs = [attended, start, *decoder.parameters()]
    results = []
    for way in (decoder._unroll, decoder._step_by_step):
        mask = torch.arange(5) < lengths[:, None]
        keys, values = decoder.attention.prepare(attended)
        memory = Memory(mask, lengths, values, keys, None, LayerStates(start, None))
        state = DecoderState(memory.start, None, torch.zeros_like(lengths))
        assert decoder._has_written_gradient()
        (states, contexts, weights), last, step = way(state, memory, words)
        features = decoder.readout(states, words, contexts)
        wanted = features.sin().sum() + last.hidden.cos().sum()
        gradients = torch.autograd.grad(wanted, inputs, retain_graph=True, allow_unused=True)
        results.append(([states, contexts, weights, last.hidden, step], gradients))
    for written, plain in zip(results[0][0], results[1][0], strict=True):
        torch.testing.assert_close(written, plain, rtol=0, atol=1e-12)
    assert (results[0][0][2][1, :, 2:] == 0).all()
    for written, plain in zip(results[0][1], results[1][1], strict=True):
        assert (written is None) == (plain is None)
        if plain is not None:
            torch.testing.assert_close(written, plain, rtol=0, atol=1e-9)


@pytest.mark.parametrize("smoothing", [0.0, 0.1])
@pytest.mark.parametrize("tokens", [1, BLOCK + 3])
def test_output_loss(tokens: int, smoothing: float) -> None:
    torch.manual_seed(3)
    layer = randomised(OutputLayer(4, 11))
    features = torch.randn(tokens, 4, dtype=torch.float64, requires_grad=True)
    targets = torch.randint(0, 11, (tokens,))
    inputs = [features, layer.weight, layer.bias]
    written = layer.loss(features, targets, smoothing)
    plain = torch.nn.functional.cross_entropy(
        layer(features), targets, reduction="sum", label_smoothing=smoothing
    )
    torch.testing.assert_close(written, plain, rtol=1e-12, atol=0)
    for mine, theirs in zip(
        torch.autograd.grad(2 * written, inputs),
        torch.autograd.grad(2 * plain, inputs),
        strict=True,
    ):
        torch.testing.assert_close(mine, theirs, rtol=0, atol=1e-10)
