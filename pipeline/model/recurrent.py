"""Stacks of recurrent layers behind one interface: the papers' gated unit, and PyTorch's cells.

Each stack takes inputs [T, B, I] and :class:`LayerStates`, and gives the top layer's states
[T, B, H] and the last states of every layer. T is 1 in a step-by-step decoder. An encoder's stacks
have a single layer and also ``read``: sentences of several lengths, each to its own end.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

from pipeline.model.gru_recurrence import gru
from pipeline.model.interface import LayerStates

HOLDING = 1e4
"""Added to what a gate's sigmoid is taken of: so far beyond all else there that the gate is exactly
0 or 1 and its derivative exactly 0. Half precision can still hold it.
"""


class GatedLayer(nn.Module):
    """One layer of the gated unit of Cho et al. (2014); equations in gru_recurrence.py."""

    def __init__(self, input_size: int, hidden: int) -> None:
        super().__init__()
        self.input_weight = nn.Parameter(torch.empty(3 * hidden, input_size))  # W_z, W_r, W
        self.bias = nn.Parameter(torch.zeros(3 * hidden))
        self.gate_weight = nn.Parameter(torch.empty(2 * hidden, hidden))  # U_z, U_r
        self.candidate_weight = nn.Parameter(torch.empty(hidden, hidden))  # U

    def forward(self, inputs: Tensor, state: Tensor) -> Tensor:
        """inputs [T, B, I], state [B, H] to states [T, B, H]."""
        entering = nn.functional.linear(inputs, self.input_weight, self.bias)  # [T, B, 3H]
        return gru(entering, state, self.gate_weight, self.candidate_weight)


class GatedStack(nn.Module):
    """Layers of the papers' gated unit, each reading the one below at the same step.

    ``dropout`` is on what a layer hands to the next at the same step, never on what it hands to
    itself at the next (Zaremba et al. 2014, section 3.1).
    """

    has_cell = False

    def __init__(self, input_size: int, hidden: int, layers: int, dropout: float = 0.0) -> None:
        super().__init__()
        self.dropout = nn.Dropout(dropout)
        sizes = [input_size] + [hidden] * (layers - 1)
        self.layers = nn.ModuleList(GatedLayer(size, hidden) for size in sizes)

    def forward(self, inputs: Tensor, states: LayerStates) -> tuple[Tensor, LayerStates]:
        last, outputs = [], inputs
        for number, (layer, state) in enumerate(
            zip(self.layers, states.hidden.unbind(1), strict=True)
        ):
            outputs = layer(self.dropout(outputs) if number else outputs, state)
            last.append(outputs[-1])
        return outputs, LayerStates(torch.stack(last, dim=1), None)

    def read(
        self, inputs: Tensor, states: LayerStates, lengths: Tensor
    ) -> tuple[Tensor, Tensor | None]:
        """States [S, B, H] of a single layer, and its cells [B, H] after each sentence's end.

        inputs [S, B, I], padded after lengths [B]. There is no cell here (None); an LSTM has one.
        States past a sentence's end mean nothing.
        """
        return self(inputs, states)[0], None


class LstmStack(nn.Module):
    """PyTorch's LSTM (Hochreiter & Schmidhuber 1997, and a forget gate): a call for all steps.

    ``dropout`` is between layers, as in :class:`GatedStack`.
    """

    has_cell = True

    def __init__(self, input_size: int, hidden: int, layers: int, dropout: float = 0.0) -> None:
        super().__init__()
        between = dropout if layers > 1 else 0.0  # PyTorch warns where there is no between
        self.cells = nn.LSTM(input_size, hidden, layers, dropout=between)

    def forward(self, inputs: Tensor, states: LayerStates) -> tuple[Tensor, LayerStates]:
        hidden, cell = (state.transpose(0, 1).contiguous() for state in states)  # [L, B, H]
        outputs, (hidden, cell) = self.cells(inputs, (hidden, cell))
        return outputs, LayerStates(hidden.transpose(0, 1), cell.transpose(0, 1))

    def read(
        self, inputs: Tensor, states: LayerStates, lengths: Tensor
    ) -> tuple[Tensor, Tensor | None]:
        """As :meth:`GatedStack.read`.

        The library gives no cell but the last step's. So one more input, 1 at padding and 0 before
        it, keeps the forget gate open and the input gate shut: the cell stays what it was at the
        end. Packed sequences would do without, but going back they fill zeros as large as the whole
        source at every step, and they want the lengths on the processor.
        """
        weight_in, *others = self.cells.all_weights[0]
        gates = weight_in.new_tensor((-HOLDING, HOLDING, 0, 0))  # input, forget, candidate, output
        column = gates.repeat_interleave(self.cells.hidden_size)[:, None]  # [4H, 1]
        steps = torch.arange(len(inputs), device=inputs.device)
        padding = (steps[:, None] >= lengths)[:, :, None].to(inputs.dtype)  # [S, B, 1]
        hidden, cell = (state.transpose(0, 1).contiguous() for state in states)  # [1, B, H]
        outputs, _, cell = torch.lstm(
            torch.cat([inputs, padding], dim=-1),
            (hidden, cell),
            [torch.cat([weight_in, column], dim=1), *others],
            has_biases=True,
            num_layers=1,
            dropout=0.0,
            train=self.training,
            bidirectional=False,
            batch_first=False,
        )
        return outputs, cell[0]


RecurrentStack = GatedStack | LstmStack


def zero_states(stack: RecurrentStack, batch: int, layers: int, hidden: int, like: Tensor):
    """States of zeros, of ``like``'s type and device."""
    zeros = like.new_zeros(batch, layers, hidden)
    return LayerStates(zeros, zeros if stack.has_cell else None)
