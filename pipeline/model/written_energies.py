"""Energies of one decoder step and their gradients, written out for the written recurrence.

Each kind is made for one pass over a target, keeps what its gradient needs in its own buffers, and
repeats the equation of its score in scores.py:

    forward(t, query [B, A])                      -> energies [B, S]
    backward(t, query [B, A], gradient [B, S])    -> gradient of the query [B, A]
    finish(queries [T, B, A], gradients [T, B, S]) -> gradients of the keys [B, S, A] and of v [A]
"""

from __future__ import annotations

import torch
from torch import Tensor


class AdditiveEnergies:
    """v . tanh(q + k), written with the logistic sigmoid: tanh(x) = 2 sigma(2x) - 1.

    PyTorch's tanh takes six times as long as its sigmoid on a processor. The sigmoid [B, S, A] is
    made again in the backward pass rather than stored.
    """

    def __init__(self, keys: Tensor, energy_weight: Tensor) -> None:
        self.doubled_keys, self.energy_weight = keys * 2, energy_weight
        self.buffer = torch.empty_like(keys)

    def _sigmoid(self, query: Tensor) -> Tensor:
        """sigma(2 (q + k))."""
        return torch.add(self.doubled_keys, query[:, None], alpha=2, out=self.buffer).sigmoid_()

    def forward(self, query: Tensor) -> Tensor:
        sigmoid = self._sigmoid(query).flatten(0, 1)
        # The -1 of every tanh adds up to -sum(v), the same for every position and step.
        energies = torch.addmv(-self.energy_weight.sum(), sigmoid, self.energy_weight, alpha=2)
        return energies.view(self.buffer.shape[:2])

    def begin(self) -> None:
        self.keys_part = torch.zeros_like(self.buffer)  # sum over steps of gradient * tanh' / 4
        self.weight_part = torch.zeros_like(self.energy_weight)  # sum of gradient * sigma

    def backward(self, query: Tensor, gradient: Tensor) -> Tensor:
        sigmoid = self._sigmoid(query)
        self.weight_part.addmv_(sigmoid.flatten(0, 1).t(), gradient.flatten())
        # tanh' = 1 - tanh^2 = 4 sigma (1 - sigma)
        slope = torch.addcmul(sigmoid, sigmoid, sigmoid, value=-1, out=sigmoid)
        self.keys_part.addcmul_(slope, gradient[:, :, None])
        return torch.bmm(gradient[:, None], slope)[:, 0].mul_(self.energy_weight).mul_(4)

    def finish(self, queries: Tensor, gradients: Tensor) -> tuple[Tensor, Tensor]:
        keys_gradient = self.keys_part.mul_(self.energy_weight * 4)
        return keys_gradient, self.weight_part.mul_(2).sub_(gradients.sum())


class ProductEnergies:
    """q . k, of the dot and the general score."""

    def __init__(self, keys: Tensor, energy_weight: Tensor | None) -> None:
        # [B, A, S]: a row times a matrix takes an eighth of the time of a matrix times a column.
        self.keys, self.turned = keys, keys.transpose(1, 2).contiguous()

    def forward(self, query: Tensor) -> Tensor:
        return torch.bmm(query[:, None], self.turned)[:, 0]

    def begin(self) -> None:
        """Nothing to collect: the keys' gradient is one product after the loop."""

    def backward(self, query: Tensor, gradient: Tensor) -> Tensor:
        return torch.bmm(gradient[:, None], self.keys)[:, 0]

    def finish(self, queries: Tensor, gradients: Tensor) -> tuple[Tensor, None]:
        return torch.bmm(gradients.permute(1, 2, 0), queries.transpose(0, 1)), None
