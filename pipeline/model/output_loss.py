"""The output layer and its loss in one pass over the vocabulary, a block of tokens at a time."""

from __future__ import annotations

import torch
from torch import Tensor, nn

BLOCK = 128
"""Tokens whose scores [BLOCK, V] exist at once: small enough to stay in a processor's cache."""


class _OutputLoss(torch.autograd.Function):
    """Sum of -log softmax(W f + b)[y] over tokens; gradients are made while the scores are there.

    Keeping the scores of all tokens for the backward pass would cost two copies of [N, V].
    """

    @staticmethod
    def forward(ctx, features, targets, weight, bias, smoothing):
        needed = any(ctx.needs_input_grad)
        total = features.new_zeros(())
        if needed:
            gradients = torch.empty_like(features), torch.zeros_like(weight), torch.zeros_like(bias)
        # One buffer for every block: fresh memory of this size costs more than filling it.
        buffer = features.new_empty(min(BLOCK, len(targets)), len(bias))
        for start in range(0, len(targets), BLOCK):
            rows = slice(start, start + BLOCK)
            block, right = features[rows], targets[rows, None]
            scores = torch.addmm(bias, block, weight.t(), out=buffer[: len(block)])  # [N, V]
            total -= (1 - smoothing) * scores.gather(1, right).sum()
            if smoothing:
                total -= smoothing * scores.mean(-1).sum()
            largest = scores.amax(-1, keepdim=True)
            masses = scores.sub_(largest).exp_().sum(-1, keepdim=True)
            total += (masses.log() + largest).sum()
            if not needed:
                continue
            # The gradient of the scores is probabilities less what is right. It is taken times the
            # row's mass, which is divided out in the products: a pass over [N, V] less.
            if smoothing:
                scores.sub_(masses * (smoothing / scores.shape[-1]))
            scores.scatter_add_(1, right, masses * (smoothing - 1))
            shares = masses.reciprocal()
            torch.mm(scores, weight, out=gradients[0][rows]).mul_(shares)
            gradients[1].addmm_(scores.t(), block * shares)
            gradients[2].addmv_(scores.t(), shares[:, 0])
        if needed:
            ctx.save_for_backward(*gradients)
        return total

    @staticmethod
    def backward(ctx, gradient):
        features, weight, bias = ctx.saved_tensors
        # Of the total itself it is 1, and a product a pass too many; an accelerator is not asked.
        if gradient.device.type != "cpu" or gradient != 1:
            features, weight, bias = features * gradient, weight * gradient, bias * gradient
        return features, None, weight, bias, None


class OutputLayer(nn.Module):
    """p(y) = softmax(W_o f + b): features [.., R] to a score for each of V words."""

    def __init__(self, features: int, vocabulary: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.empty(vocabulary, features))
        self.bias = nn.Parameter(torch.zeros(vocabulary))

    def forward(self, features: Tensor) -> Tensor:
        return nn.functional.linear(features, self.weight, self.bias)

    def loss(self, features: Tensor, targets: Tensor, smoothing: float) -> Tensor:
        """features [N, R], targets [N]: summed negative log-likelihood in nats, a scalar.

        With label smoothing the right word has 1 - smoothing of the mass and all V words share
        the rest.
        """
        if torch.is_autocast_enabled(features.device.type):  # autocast does not see inside
            scores = self(features).float()
            return nn.functional.cross_entropy(
                scores, targets, reduction="sum", label_smoothing=smoothing
            )
        return _OutputLoss.apply(features, targets, self.weight, self.bias, smoothing)
