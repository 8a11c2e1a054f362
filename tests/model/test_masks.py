"""Padding and batches: a sentence's result does not depend on what it is batched with."""

from __future__ import annotations

import pytest
import torch
from tiny_systems import ALL, ATTENDING, FIRST_WORD, RAGGED, batch_of, random_pairs, tiny

from pipeline.decoding.beam import beam_search
from pipeline.decoding.greedy import greedy
from pipeline.decoding.limits import LengthLimits
from pipeline.model.rows import select_rows
from pipeline.refusal import Refusal

UNNORMALISED = {
    name
    for name, settings in ATTENDING.items()
    if settings["window"] == "predictive" and not settings["window_renormalise"]
}
ROUNDING = {"rtol": 0, "atol": 1e-12}


def forced(model, pairs):
    with torch.inference_mode():
        return model.eval().forced(*batch_of(pairs)[1:5])


@pytest.mark.parametrize("name", ATTENDING)
def test_weights_are_a_distribution_over_real_positions(name: str) -> None:
    pairs = random_pairs(21, RAGGED)
    weights = forced(tiny(ATTENDING[name], seed=20), pairs).weights
    for row, (source, target) in enumerate(pairs):
        past = weights[row, :, len(source) :]
        assert past.count_nonzero() == 0  # exactly: no small number instead of minus infinity
        real = weights[row, : len(target), : len(source)]
        assert (real >= 0).all()
        if name in UNNORMALISED:
            assert (real.sum(-1) < 1 - 1e-6).any()
            assert (real.sum(-1) <= 1 + 1e-12).all()
        else:
            torch.testing.assert_close(real.sum(-1), torch.ones_like(real[:, 0]), **ROUNDING)


@pytest.mark.parametrize("name", ALL)
def test_batch_composition_changes_nothing(name: str) -> None:
    """Alone, among others, and with more padding than needed (pitfalls: masks never applied)."""
    model = tiny(ALL[name], seed=22)
    pairs = random_pairs(23, RAGGED)
    together = forced(model, pairs)
    for row, (source, target) in enumerate(pairs):
        alone = forced(model, [(source, target)])
        torch.testing.assert_close(
            together.log_probabilities[row, : len(target)], alone.log_probabilities[0], **ROUNDING
        )
        if alone.weights is not None:
            torch.testing.assert_close(
                together.weights[row, : len(target), : len(source)], alone.weights[0], **ROUNDING
            )


@pytest.mark.parametrize("name", ALL)
def test_loss_and_gradients_are_sums_over_sentences(name: str) -> None:
    """What a batch adds to the gradient is what its sentences add one by one."""
    model = tiny(ALL[name], seed=24)
    pairs = random_pairs(25, RAGGED)
    used = [p for p in model.parameters() if p.numel()]

    def gradients(some):
        total = model.loss(batch_of(some)).total
        found = torch.autograd.grad(total, used, allow_unused=True, materialize_grads=True)
        return total, found

    total, together = gradients(pairs)
    apart = [gradients([pair]) for pair in pairs]
    torch.testing.assert_close(total, sum(one for one, _ in apart), rtol=1e-12, atol=0)
    for index, gradient in enumerate(together):
        summed = sum(one[index] for _, one in apart)
        torch.testing.assert_close(gradient, summed, rtol=1e-9, atol=1e-10)


@pytest.mark.parametrize("name", ALL)
def test_order_of_the_batch_changes_nothing(name: str) -> None:
    model = tiny(ALL[name], seed=26)
    pairs = random_pairs(27, RAGGED)
    order = [3, 1, 4, 0, 2]
    straight = forced(model, pairs)
    shuffled = forced(model, [pairs[row] for row in order])
    torch.testing.assert_close(
        shuffled.log_probabilities, straight.log_probabilities[order], **ROUNDING
    )
    if straight.weights is not None:
        torch.testing.assert_close(shuffled.weights, straight.weights[order], **ROUNDING)


@pytest.mark.parametrize("name", ALL)
def test_what_stands_at_the_padding_is_never_read(name: str) -> None:
    """The decoder's first state, too, comes from real tokens only, whatever the padding holds."""
    model = tiny(ALL[name], seed=28).eval()
    batch = batch_of(random_pairs(29, RAGGED))
    places = torch.arange(batch.source.shape[1])
    padding = places >= batch.source_lengths[:, None]
    assert padding.any()
    other = batch._replace(source=batch.source.masked_fill(padding, FIRST_WORD + 3))
    with torch.inference_mode():
        first, second = (model.forced(*given[1:5]) for given in (batch, other))
        starts = [
            model.start(model.encode(given.source, given.source_lengths))
            for given in (batch, other)
        ]
    torch.testing.assert_close(first.log_probabilities, second.log_probabilities, **ROUNDING)
    _assert_same(*starts)


def _assert_same(first, second) -> None:
    if isinstance(first, torch.Tensor):
        torch.testing.assert_close(first, second, **ROUNDING)
    elif first is not None:
        for one, other in zip(first, second, strict=True):
            _assert_same(one, other)


@pytest.mark.parametrize("name", ["search", "encdec", "seq2seq", "local-p", "transformer"])
def test_empty_source_is_refused(name: str) -> None:
    """A softmax over no position is not a number: refused wherever a source comes in."""
    model = tiny(ALL[name]).eval()
    batch = batch_of(random_pairs(30, RAGGED))
    lengths = batch.source_lengths.clone()
    lengths[2] = 0
    with pytest.raises(Refusal, match="empty"):
        model.loss(batch._replace(source_lengths=lengths))
    with pytest.raises(Refusal, match="empty"):
        model.forced(batch.source, lengths, batch.target, batch.target_lengths)
    with pytest.raises(Refusal, match="sentence 2 of the batch is empty"):
        model.encode(batch.source, lengths)


def test_empty_source_is_refused_by_search() -> None:
    """Search encodes by itself, and not by way of a loss."""
    batch = batch_of(random_pairs(30, RAGGED))
    lengths = batch.source_lengths.clone()
    lengths[2] = 0
    model, limits = tiny(ALL["search"]).eval(), LengthLimits(max_ratio=3.0, min_ratio=0.0)
    with pytest.raises(Refusal, match="empty"):
        greedy(model, batch.source, lengths, limits)
    with pytest.raises(Refusal, match="empty"):
        beam_search(model, batch.source, lengths, limits, beam=2)


@pytest.mark.parametrize("name", ALL)
def test_rows_of_memory_and_state_can_be_chosen(name: str) -> None:
    """Beam search repeats and reorders sentences at any step; each keeps its own future."""
    model = tiny(ALL[name], seed=40).eval()
    batch = batch_of(random_pairs(41, RAGGED))
    tokens = torch.randint(FIRST_WORD, 13, (5, 6), generator=torch.Generator().manual_seed(42))
    chosen = torch.tensor([4, 0, 0, 2, 1, 4])
    with torch.inference_mode():
        memory = model.encode(batch.source, batch.source_lengths)
        half = model.advance(model.start(memory), memory, tokens[:, :3]).state
        straight = model.advance(half, memory, tokens[:, 3:])
        reordered = model.advance(
            select_rows(half, chosen), select_rows(memory, chosen), tokens[chosen, 3:]
        )
    torch.testing.assert_close(reordered.features, straight.features[chosen], **ROUNDING)


@pytest.mark.parametrize("name", ALL)
def test_rows_of_a_sentence_share_its_memory(name: str) -> None:
    """Three beams side by side see what each would see with a memory of its own."""
    model = tiny(ALL[name], seed=43).eval()
    batch = batch_of(random_pairs(44, RAGGED))
    tokens = torch.randint(FIRST_WORD, 13, (15, 4), generator=torch.Generator().manual_seed(45))
    each = torch.arange(5).repeat_interleave(3)
    with torch.inference_mode():
        memory = model.encode(batch.source, batch.source_lengths)
        state, own = select_rows((model.start(memory), memory), each)
        shared = apart = state
        for words in tokens.split([1, 2, 1], dim=1):
            shared, features, weights = model.advance(shared, memory, words)
            apart, own_features, own_weights = model.advance(apart, own, words)
            torch.testing.assert_close(features, own_features, **ROUNDING)
            _assert_same(weights, own_weights)
    _assert_same(shared, apart)


@pytest.mark.parametrize("name", ["search", "dot"])
def test_rows_that_share_a_memory_have_gradients(name: str) -> None:
    """The gradient written out is for one row a sentence; others take the plain way."""
    model = tiny(ALL[name], seed=46)
    batch = batch_of(random_pairs(47, RAGGED))
    each = torch.arange(5).repeat_interleave(2)
    tokens = batch.target[each]
    memory = model.encode(batch.source, batch.source_lengths)
    state, own = select_rows((model.start(memory), memory), each)
    totals = [model.advance(state, seen, tokens).features.sum() for seen in (memory, own)]
    torch.testing.assert_close(*totals, **ROUNDING)
    (shared, apart) = (
        torch.autograd.grad(
            total, model.parameters(), retain_graph=True, allow_unused=True, materialize_grads=True
        )
        for total in totals
    )
    for one, other in zip(shared, apart, strict=True):
        torch.testing.assert_close(one, other, rtol=1e-9, atol=1e-10)
