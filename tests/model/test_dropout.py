"""Dropout between stacked layers: what one layer hands to the next, in encoders and decoders.

A share this close to 1 puts every unit to zero, so that the outcome is known for sure.
"""

from __future__ import annotations

import warnings

import pytest
import torch
from tiny_systems import FIRST_WORD, RAGGED, RECURRENT, batch_of, random_pairs, tiny

from pipeline.model.interface import LayerStates
from pipeline.model.recurrent import GatedStack, LstmStack

EVERYTHING = 1 - 1e-15
STACKED = {name: settings for name, settings in RECURRENT.items() if settings["layers"] > 1}
STACKS = [GatedStack, LstmStack]


def stack(kind, dropout: float, layers: int = 3):
    torch.manual_seed(3)
    made = kind(4, 5, layers, dropout).double()
    for parameter in made.parameters():
        torch.nn.init.normal_(parameter, std=0.5)
    return made


def inputs_and_states():
    generator = torch.Generator().manual_seed(4)
    inputs = torch.randn(6, 2, 4, generator=generator, dtype=torch.float64)
    states = torch.randn(2, 3, 5, generator=generator, dtype=torch.float64)
    return inputs, states


def run(kind, dropout: float, inputs, states):
    cell = states if kind is LstmStack else None
    return stack(kind, dropout).train()(inputs, LayerStates(states, cell))


@pytest.mark.parametrize("kind", STACKS)
def test_a_layer_above_the_first_reads_masked_inputs_and_the_first_does_not(kind) -> None:
    inputs, states = inputs_and_states()
    _, plain = run(kind, 0.0, inputs, states)
    tops, masked = run(kind, EVERYTHING, inputs, states)
    assert torch.equal(masked.hidden[:, 0], plain.hidden[:, 0])
    assert not torch.isclose(masked.hidden[:, 1:], plain.hidden[:, 1:]).any()
    # Nothing comes through to the top; and the top itself is whole.
    other, _ = run(kind, EVERYTHING, torch.zeros_like(inputs), states)
    assert torch.equal(tops, other)
    assert tops.count_nonzero() == tops.numel()


def test_half_is_half_of_the_units_and_twice_the_rest() -> None:
    """Of our own stack; PyTorch's LSTM does not show what is between its layers."""
    made, (inputs, states) = stack(GatedStack, 0.5, layers=2), inputs_and_states()
    read = []
    made.layers[1].register_forward_pre_hook(lambda _, given: read.append(given[0]))
    torch.manual_seed(6)
    made.train()(inputs, LayerStates(states[:, :2], None))
    made.eval()(inputs, LayerStates(states[:, :2], None))
    masked, whole = read
    kept = masked != 0
    assert 0.3 < kept.double().mean() < 0.7
    torch.testing.assert_close(masked[kept], 2 * whole[kept])
    assert len({tuple(step.flatten().tolist()) for step in kept}) > 1  # a mask a step


@pytest.mark.parametrize("name", STACKED)
def test_nothing_comes_up_through_the_encoder(name: str) -> None:
    """With all dropped, the top layer's states do not depend on the words."""
    model = tiny(STACKED[name] | {"dropout": EVERYTHING}, seed=7)
    encoder, batch = model.encoder.train(), batch_of(random_pairs(8, RAGGED))
    encoder.dropout.eval()
    whole = encoder(batch.source, batch.source_lengths).states
    other = batch.source.masked_fill(batch.source > FIRST_WORD, FIRST_WORD)
    assert not torch.equal(encoder(other, batch.source_lengths).states, whole)
    encoder.dropout.train()
    inputs = torch.randn(5, 8, encoder.embedding.embedding_dim, dtype=torch.float64)
    lengths = batch.source_lengths
    first, final, _ = encoder._read(inputs, lengths)
    second, other_final, _ = encoder._read(inputs + 1, lengths)
    assert torch.equal(first, second)
    assert first[0, : lengths[0]].all()  # the top layer's own states are handed on whole
    assert not torch.equal(final.hidden[:, 0], other_final.hidden[:, 0])


@pytest.mark.parametrize("name", STACKED)
def test_decoder_drops_the_same_places_at_once_and_step_by_step(name: str) -> None:
    model = tiny(STACKED[name] | {"dropout": EVERYTHING}, seed=9)
    batch = batch_of(random_pairs(10, RAGGED))
    with torch.no_grad():
        memory = model.eval().encode(batch.source, batch.source_lengths)
        undropped = model.advance(model.start(memory), memory, batch.target).state.layers
    decoder = model.decoder.train()
    decoder.dropout.eval()  # words and features as they are: between the layers alone
    whole = model.advance(model.start(memory), memory, batch.target).state.layers
    state = model.start(memory)
    for word in batch.target.split(1, dim=1):
        state = model.advance(state, memory, word).state
    torch.testing.assert_close(state.layers.hidden, whole.hidden, rtol=0, atol=1e-12)
    assert not torch.isclose(whole.hidden[:, 1], undropped.hidden[:, 1]).all()


@pytest.mark.parametrize("name", STACKED)
def test_without_dropout_training_is_evaluation_and_draws_nothing(name: str) -> None:
    model = tiny(STACKED[name] | {"dropout": 0.0}, seed=11)
    batch = batch_of(random_pairs(12, RAGGED))
    before = torch.get_rng_state()
    trained = model.train().loss(batch).total
    assert torch.equal(torch.get_rng_state(), before)
    torch.testing.assert_close(model.eval().loss(batch).total, trained, rtol=1e-12, atol=0)


@pytest.mark.parametrize("kind", STACKS)
def test_one_layer_has_nothing_between(kind) -> None:
    """And PyTorch does not warn that there is not."""
    inputs, states = inputs_and_states()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        made = kind(4, 5, 1, 0.5).train()
    cell = states[:, :1].float() if kind is LstmStack else None
    for parameter in made.parameters():
        torch.nn.init.normal_(parameter)
    first, second = (
        made(inputs.float(), LayerStates(states[:, :1].float(), cell))[0] for _ in range(2)
    )
    assert torch.equal(first, second)
