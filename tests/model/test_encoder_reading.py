"""An LSTM that reads padded sentences does what the library's packed sequences do."""

from __future__ import annotations

import pytest
import torch
from tiny_systems import RAGGED, RECURRENT, batch_of, random_pairs, tiny
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

from pipeline.model.encoder import RecurrentEncoder
from pipeline.model.recurrent import LstmStack, zero_states

LENGTHS = torch.tensor([4, 7, 1, 3])
STEPS, INPUTS, HIDDEN = 7, 5, 6
REAL = torch.arange(STEPS)[:, None] < LENGTHS  # [S, B]
PRECISIONS = {torch.float32: 1e-5, torch.float64: 1e-12}


def an_lstm(precision: torch.dtype) -> LstmStack:
    """Parameters drawn from N(0, 0.5^2)."""
    torch.manual_seed(1)
    stack = LstmStack(INPUTS, HIDDEN, 1).to(precision)
    for parameter in stack.parameters():
        torch.nn.init.normal_(parameter, std=0.5)
    return stack


def padded(stack: LstmStack, inputs: torch.Tensor):
    """States [S, B, H] and the cells [B, H] at the ends of sentences."""
    return stack.read(inputs, zero_states(stack, len(LENGTHS), 1, HIDDEN, inputs), LENGTHS)


def packed(stack: LstmStack, inputs: torch.Tensor):
    """The same from packed sequences, whose states past an end are 0."""
    outputs, (_, cell) = stack.cells(pack_padded_sequence(inputs, LENGTHS, enforce_sorted=False))
    return pad_packed_sequence(outputs, total_length=STEPS)[0], cell[0]


@pytest.mark.parametrize("precision", PRECISIONS)
def test_states_cells_and_gradients_are_those_of_packed_sequences(precision) -> None:
    stack, close = an_lstm(precision), {"rtol": 0, "atol": PRECISIONS[precision]}
    inputs = (5 * torch.randn(STEPS, 4, INPUTS, dtype=precision)).requires_grad_()
    weights = torch.randn(STEPS, 4, HIDDEN, dtype=precision)
    answers, gradients = [], []
    for way in (padded, packed):
        outputs, cells = way(stack, inputs)
        answers.append((outputs[REAL], cells))
        wanted = (weights * outputs)[REAL].sum() + cells.sin().sum()
        gradients.append(torch.autograd.grad(wanted, [inputs, *stack.parameters()]))
    for mine, theirs in zip(*answers, strict=True):
        torch.testing.assert_close(mine, theirs, **close)
    for mine, theirs in zip(*gradients, strict=True):
        torch.testing.assert_close(mine, theirs, **close)


@pytest.mark.parametrize("precision", PRECISIONS)
def test_what_stands_past_the_end_changes_no_cell_and_gets_no_gradient(precision) -> None:
    """Not by a bit, however large it is."""
    stack = an_lstm(precision)
    inputs = torch.randn(STEPS, 4, INPUTS, dtype=precision).requires_grad_()
    outputs, cells = padded(stack, inputs)
    (gradient,) = torch.autograd.grad(outputs[REAL].sum() + cells.sum(), inputs)
    assert gradient[REAL].all()
    assert gradient[~REAL].count_nonzero() == 0
    other = inputs.detach().masked_fill(~REAL[:, :, None], 100.0)
    others, other_cells = padded(stack, other)
    assert torch.equal(other_cells, cells)
    assert torch.equal(others[REAL], outputs[REAL])


def test_the_cells_are_those_of_the_ends_and_not_of_the_last_step() -> None:
    """Without what holds them they would go on changing."""
    stack = an_lstm(torch.float64)
    inputs = torch.randn(STEPS, 4, INPUTS, dtype=torch.float64)
    _, cells = padded(stack, inputs)
    start = zero_states(stack, 4, 1, HIDDEN, inputs)
    for row, length in enumerate(LENGTHS):
        _, last = stack(inputs[:length], start)
        torch.testing.assert_close(cells[row], last.cell[row, 0], rtol=0, atol=1e-12)
    _, running_on = stack(inputs, start)
    moved = (running_on.cell[:, 0] - cells).abs().amax(-1) > 1e-3
    assert moved.tolist() == [True, False, True, True]


LSTMS = [name for name, settings in RECURRENT.items() if settings["cell"] == "lstm"]


@pytest.mark.parametrize("name", LSTMS)
def test_gradients_of_a_whole_system_are_those_with_packed_sequences(name, monkeypatch) -> None:
    """In both directions, in every layer, and as far as a start that takes over the cells."""
    model = tiny(RECURRENT[name], seed=91).float()
    batch = batch_of(random_pairs(92, RAGGED))
    losses, gradients = [], []
    for read in (LstmStack.read, _read_packed):
        monkeypatch.setattr(LstmStack, "read", read)
        loss = model.loss(batch)
        losses.append(loss.total)
        gradients.append(
            torch.autograd.grad(
                loss.total / loss.tokens,
                model.parameters(),
                allow_unused=True,
                materialize_grads=True,
            )
        )
    torch.testing.assert_close(*losses, rtol=1e-6, atol=0)
    for mine, theirs in zip(*gradients, strict=True):
        torch.testing.assert_close(mine, theirs, rtol=0, atol=1e-5)


def _read_packed(stack: LstmStack, inputs, states, lengths):
    outputs, (_, cell) = stack.cells(pack_padded_sequence(inputs, lengths, enforce_sorted=False))
    return pad_packed_sequence(outputs, total_length=len(inputs))[0], cell[0]


@pytest.mark.parametrize("name", ["seq2seq", "search, LSTM, 2 layers", "search, 2 layers"])
def test_an_encoder_never_asks_its_device(name: str) -> None:
    """A tensor on the meta device has no values: whoever asks for one fails."""
    encoder: RecurrentEncoder = tiny(RECURRENT[name]).encoder.to("meta")
    batch = batch_of(random_pairs(93, RAGGED))
    with torch.no_grad():
        encoded = encoder(batch.source.to("meta"), batch.source_lengths.to("meta"))
    assert encoded.states.shape[:2] == batch.source.shape
