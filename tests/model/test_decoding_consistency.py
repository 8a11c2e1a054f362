"""One set of equations: the whole target at once, a word at a time, and anything between."""

from __future__ import annotations

import pytest
import torch
from tiny_systems import ALL, RAGGED, batch_of, random_pairs, tiny

from pipeline.data.vocabulary import BOS

TOLERANCE = 1e-5


def piecewise(model, batch, sizes: list[int]):
    """Log-probabilities [B, T] and weights [B, T, S] with the target fed in pieces of ``sizes``."""
    memory = model.encode(batch.source, batch.source_lengths)
    state = model.start(memory)
    fed = torch.cat([torch.full_like(batch.target[:, :1], BOS), batch.target[:, :-1]], dim=1)
    features, weights = [], []
    for piece in fed.split(sizes, dim=1):
        state, new, seen = model.advance(state, memory, piece)
        features.append(new)
        weights.append(seen)
    log_p = model.logits(torch.cat(features, 1)).log_softmax(-1)
    picked = log_p.gather(2, batch.target[:, :, None])[:, :, 0]
    return picked, None if weights[0] is None else torch.cat(weights, 1)


@pytest.mark.parametrize("sizes", [[1] * 7, [3, 1, 2, 1]], ids=["a word at a time", "in pieces"])
@pytest.mark.parametrize("precision", [torch.float32, torch.float64], ids=["single", "double"])
@pytest.mark.parametrize("name", ALL)
def test_teacher_forced_equals_step_by_step(name: str, precision, sizes: list[int]) -> None:
    model = tiny(ALL[name], seed=51).to(precision).eval()
    batch = batch_of(random_pairs(52, RAGGED))
    tolerance = TOLERANCE if precision == torch.float32 else 1e-11
    with torch.inference_mode():
        log_p, weights = piecewise(model, batch, sizes)
        forced = model.forced(*batch[1:5])
    real = torch.arange(batch.target.shape[1]) < batch.target_lengths[:, None]
    torch.testing.assert_close(log_p[real], forced.log_probabilities[real], rtol=0, atol=tolerance)
    assert (weights is None) == (forced.weights is None)
    if weights is not None:
        torch.testing.assert_close(weights[real], forced.weights[real], rtol=0, atol=tolerance)


@pytest.mark.parametrize("name", ALL)
def test_training_and_evaluation_compute_the_same(name: str) -> None:
    """Without dropout the pass with gradients is the pass without them."""
    model = tiny(ALL[name], seed=53)
    batch = batch_of(random_pairs(54, RAGGED))
    loss = model.train().loss(batch).total
    with torch.inference_mode():
        scored = model.eval().forced(*batch[1:5]).log_probabilities
    torch.testing.assert_close(loss.detach(), -scored.sum(), rtol=1e-12, atol=0)


@pytest.mark.parametrize("name", ALL)
def test_dropout_falls_silent_in_evaluation(name: str) -> None:
    """With dropout training varies from call to call and evaluation does not."""
    model = tiny(ALL[name] | {"dropout": 0.5}, seed=55)
    batch = batch_of(random_pairs(56, RAGGED))
    torch.manual_seed(57)
    assert model.train().loss(batch).total.item() != model.loss(batch).total.item()
    with torch.inference_mode():
        assert model.eval().loss(batch).total.item() == model.loss(batch).total.item()


@pytest.mark.parametrize("name", ALL)
def test_nothing_is_kept_between_calls(name: str) -> None:
    """A second batch in between leaves the first one's answer as it was."""
    model = tiny(ALL[name], seed=58).eval()
    first = batch_of(random_pairs(59, RAGGED))
    second = batch_of(random_pairs(60, [(3, 3), (9, 2)]))
    with torch.inference_mode():
        before = model.forced(*first[1:5]).log_probabilities
        model.forced(*second[1:5])
        assert torch.equal(model.forced(*first[1:5]).log_probabilities, before)
