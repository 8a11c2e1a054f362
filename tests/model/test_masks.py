"""Padding, batches, and what each part of a model must look at (and nothing else)."""

from __future__ import annotations

import pytest
import torch
from tiny_systems import ALL, ATTENDING, FIRST_WORD, RAGGED, batch_of, random_pairs, tiny

from pipeline.data.vocabulary import BOS, EOS
from pipeline.decoding.beam import beam_search
from pipeline.decoding.greedy import greedy
from pipeline.decoding.limits import LengthLimits
from pipeline.model.interface import Memory
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
        return model.eval().forced(*batch_of(pairs)[1:])


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
        first, second = (model.forced(*given[1:]) for given in (batch, other))
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


def test_empty_source_is_refused_by_search() -> None:
    """Search encodes by itself, without the model's own look at the lengths."""
    batch = batch_of(random_pairs(30, RAGGED))
    lengths = batch.source_lengths.clone()
    lengths[2] = 0
    model, limits = tiny(ALL["search"]).eval(), LengthLimits(max_ratio=3.0, min_ratio=0.0)
    with pytest.raises(Refusal, match="empty"):
        greedy(model, batch.source, lengths, limits)
    with pytest.raises(Refusal, match="empty"):
        beam_search(model, batch.source, lengths, limits, beam=2)


def _one_step(model, memory: Memory, words: list[int]):
    with torch.inference_mode():
        tokens = torch.tensor([words])
        return model.advance(model.start(memory), memory, tokens)


CONTENT = [
    name
    for name, settings in ATTENDING.items()
    if settings["family"] == "recurrent"
    and settings["attention"] != "location"
    and settings["window"] == "global"
]


@pytest.mark.parametrize("name", CONTENT)
def test_one_encoder_state_changes_scores_and_context(name: str) -> None:
    """Attention that never looks at the encoder's states is no attention (pitfall)."""
    model = tiny(ATTENDING[name], seed=31).eval()
    source = torch.tensor([[4, 5, 6, 7, EOS]])
    with torch.inference_mode():
        memory = model.encode(source, torch.tensor([5]))
        for position in range(5):
            shift = torch.zeros_like(memory.keys)
            shift[0, position] = torch.linspace(0.5, 1.0, shift.shape[-1])
            before = _one_step(model, memory, [BOS])
            after = _one_step(model, memory._replace(keys=memory.keys + shift), [BOS])
            ratios = (after.weights / before.weights)[0, 0]
            assert (ratios[position] - 1).abs() > 1e-4
            # The other scores are unchanged, so all other weights change in one proportion.
            others = torch.cat([ratios[:position], ratios[position + 1 :]])
            if model.system.attention != "multi-head":
                torch.testing.assert_close(others, others[:1].expand(4), rtol=1e-9, atol=0)
            shift = torch.zeros_like(memory.attended)
            shift[0, position] = 1.0
            after = _one_step(
                model, memory._replace(attended=memory.attended + shift), [BOS, FIRST_WORD]
            )
            twice = _one_step(model, memory, [BOS, FIRST_WORD])
            moved = (after.features - twice.features).abs().amax(-1)[0]
            assert moved.max() > 1e-6


@pytest.mark.parametrize("name", ALL)
def test_every_source_word_reaches_the_prediction(name: str) -> None:
    """By attention or by the fixed context, whichever the system has."""
    model = tiny(ALL[name], seed=32)
    words = [4, 5, 6, 7]
    target = [5, 6, 7, EOS]
    before = forced(model, [([*words, EOS], target)]).log_probabilities
    for position in range(len(words)):
        changed = [*words, EOS]
        changed[position] = 9
        after = forced(model, [(changed, target)]).log_probabilities
        assert (after - before).abs().max() > 1e-8, f"source word {position}"


@pytest.mark.parametrize("name", ALL)
def test_the_word_just_fed_changes_the_prediction(name: str) -> None:
    """p(y_t | y_1 .. y_{t-1}, x): a model that does not see y_{t-1} is not this product."""
    model = tiny(ALL[name], seed=33).eval()
    with torch.inference_mode():
        memory = model.encode(torch.tensor([[4, 5, 6, EOS]]), torch.tensor([4]))
    one, other = (_one_step(model, memory, [BOS, FIRST_WORD + 1, word]) for word in (FIRST_WORD, 9))
    moved = (one.features - other.features).abs().amax(-1)[0]
    assert moved[-1] > 1e-6
    assert moved[:-1].max() == 0  # and no prediction sees a word that comes after it


FED = [name for name, settings in ALL.items() if settings["input_feeding"]]


@pytest.mark.parametrize("name", FED)
def test_last_attentional_vector_changes_the_next_step(name: str) -> None:
    """Input feeding that is silently not fed (pitfall)."""
    model = tiny(ALL[name], seed=34).eval()
    with torch.inference_mode():
        memory = model.encode(torch.tensor([[4, 5, 6, EOS]]), torch.tensor([4]))
        state = model.advance(model.start(memory), memory, torch.tensor([[BOS]])).state
        word = torch.tensor([[FIRST_WORD]])
        before = model.advance(state, memory, word).features
        other = state._replace(fed=state.fed + 0.5)
        after = model.advance(other, memory, word).features
        first = model.start(memory).fed
    assert (after - before).abs().max() > 1e-6
    assert first.count_nonzero() == 0


@pytest.mark.parametrize("name", FED)
def test_the_vector_fed_is_the_one_that_was_read_out(name: str) -> None:
    model = tiny(ALL[name], seed=35).eval()
    with torch.inference_mode():
        memory = model.encode(torch.tensor([[4, 5, 6, EOS]]), torch.tensor([4]))
        result = model.advance(model.start(memory), memory, torch.tensor([[BOS, 5, 6]]))
    torch.testing.assert_close(result.state.fed, result.features[:, -1], **ROUNDING)


@pytest.mark.parametrize("name", ["location", "local-m", "location, reversed", "local-p"])
def test_sentences_longer_than_any_table_still_have_numbers(name: str) -> None:
    """Sources past the location score's rows, and targets past their sources."""
    pairs = random_pairs(36, [(30, 40), (2, 40), (30, 3)])
    result = forced(tiny(ATTENDING[name], seed=37), pairs)
    assert result.log_probabilities.isfinite().all()
    assert result.weights.isfinite().all()
    if name == "location":
        rows = ATTENDING[name]["attention_size"]
        assert result.weights[:, :, rows:].count_nonzero() == 0


def test_local_monotonic_window_is_where_it_should_be() -> None:
    """Width 2 D + 1 about step t, in the sentence's own order; by hand."""
    settings = ATTENDING["local-m"]
    half_width = settings["window_half_width"]
    (weights,) = forced(tiny(settings, seed=38), random_pairs(39, [(9, 12)])).weights
    for step in range(12):
        centre = min(step, 8)
        expected = {j for j in range(9) if abs(j - centre) <= half_width}
        assert set(weights[step].nonzero()[:, 0].tolist()) == expected


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
