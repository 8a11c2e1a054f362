"""The decoder's first states, made from what the encoder read: one function for every use."""

from __future__ import annotations

import torch
from torch import nn

from pipeline.model.interface import Encoded, LayerStates


class BridgedStart(nn.Module):
    """s_0 = tanh(W_s h), h the state that has read the whole sentence (Bahdanau et al., A.2.2).

    h is the backward reader's state at the first word where there is a backward reader, else the
    forward reader's at the last. Every decoder layer has a W_s of its own; an LSTM's cell starts
    at zero.
    """

    def __init__(self, encoder_hidden: int, hidden: int, layers: int, has_cell: bool) -> None:
        super().__init__()
        self.has_cell = has_cell
        self.weight = nn.Parameter(torch.empty(layers, hidden, encoder_hidden))  # W_s
        self.bias = nn.Parameter(torch.zeros(layers, hidden))

    def forward(self, encoded: Encoded) -> LayerStates:
        final = encoded.forward_final if encoded.backward_final is None else encoded.backward_final
        hidden = torch.tanh(torch.einsum("lhe,ble->blh", self.weight, final.hidden) + self.bias)
        return LayerStates(hidden, torch.zeros_like(hidden) if self.has_cell else None)


class PassedStart(nn.Module):
    """The encoder's final states as they are, layer by layer: Sutskever et al., Luong et al.

    Two readers' states are put end to end; the sizes must agree with the decoder's.
    """

    def forward(self, encoded: Encoded) -> LayerStates:
        forward, backward = encoded.forward_final, encoded.backward_final
        if backward is None:
            return forward
        hidden = torch.cat([forward.hidden, backward.hidden], dim=-1)
        if forward.cell is None:
            return LayerStates(hidden, None)
        return LayerStates(hidden, torch.cat([forward.cell, backward.cell], dim=-1))
