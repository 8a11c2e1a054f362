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
    """v . tanh(q + k). The tanh [B, S, A] is made again in the backward pass rather than stored."""

    def __init__(self, keys: Tensor, energy_weight: Tensor) -> None:
        self.keys, self.energy_weight = keys, energy_weight
        self.buffer = torch.empty_like(keys)

    def _tanh(self, query: Tensor) -> Tensor:
        return torch.add(self.keys, query[:, None], out=self.buffer).tanh_()

    def forward(self, query: Tensor) -> Tensor:
        return (self._tanh(query).flatten(0, 1) @ self.energy_weight).view(self.keys.shape[:2])

    def begin(self) -> None:
        self.keys_part = torch.zeros_like(self.keys)  # sum over steps of gradient * tanh^2
        self.weight_gradient = torch.zeros_like(self.energy_weight)

    def backward(self, query: Tensor, gradient: Tensor) -> Tensor:
        bent = self._tanh(query)
        self.weight_gradient.addmv_(bent.flatten(0, 1).t(), gradient.flatten())
        squared = bent.mul_(bent)
        self.keys_part.addcmul_(squared, gradient[:, :, None])
        # d/dq = v * sum over positions of gradient * (1 - tanh^2)
        through = gradient.sum(1, keepdim=True) - torch.bmm(gradient[:, None], squared)[:, 0]
        return through * self.energy_weight

    def finish(self, queries: Tensor, gradients: Tensor) -> tuple[Tensor, Tensor]:
        keys_gradient = gradients.sum(0)[:, :, None] - self.keys_part
        return keys_gradient.mul_(self.energy_weight), self.weight_gradient


class ProductEnergies:
    """q . k, of the dot and the general score."""

    def __init__(self, keys: Tensor, energy_weight: Tensor | None) -> None:
        self.keys = keys

    def forward(self, query: Tensor) -> Tensor:
        return torch.bmm(self.keys, query[:, :, None])[:, :, 0]

    def begin(self) -> None:
        """Nothing to collect: the keys' gradient is one product after the loop."""

    def backward(self, query: Tensor, gradient: Tensor) -> Tensor:
        return torch.bmm(gradient[:, None], self.keys)[:, 0]

    def finish(self, queries: Tensor, gradients: Tensor) -> tuple[Tensor, None]:
        return torch.bmm(gradients.permute(1, 2, 0), queries.transpose(0, 1)), None
