"""Optimisers by name, and one clipped update that skips what is not finite."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import torch
from torch import Tensor, nn

ADAM_BETAS = (0.9, 0.98)
"""The second below Adam's usual 0.999: a run here has about a thousand updates, and the memory of
0.999 is as long as that. Rare words, whose rows get a gradient now and then, take smaller leaps."""
ADADELTA_RHO = 0.95
ADADELTA_EPSILON = 1e-6
"""Both as in Bahdanau et al. 2014, appendix B.2."""


def make_optimizer(
    name: Literal["adam", "adadelta"], parameters: Iterable[nn.Parameter], rate: float
) -> torch.optim.Optimizer:
    """Return the optimiser called ``name`` in params.yaml; its rate is set anew at every update.

    Adam is PyTorch's fused one: a single pass over the parameters, of which most are embeddings
    and output layer with dense gradients, takes a third of the time of the plain one on a CPU.
    """
    if name == "adam":
        return torch.optim.Adam(parameters, lr=rate, betas=ADAM_BETAS, fused=True)
    return torch.optim.Adadelta(parameters, lr=rate, rho=ADADELTA_RHO, eps=ADADELTA_EPSILON)


class ClippedUpdate:
    """One update with the gradient's norm clipped; no update where norm or loss is not finite.

    The paper's authors clip the gradient of the *sum* over a batch's tokens to norm 1. Here the
    gradient is of the *mean* over a batch's tokens, which is a sum's divided by some thousands and
    does not depend on the size of the batch; ``clip_norm`` speaks of that.
    """

    def __init__(self, optimizer: torch.optim.Optimizer, clip_norm: float) -> None:
        self.optimizer, self.clip_norm = optimizer, clip_norm
        self.parameters = [p for group in optimizer.param_groups for p in group["params"]]

    def apply(self, rate: float, loss: Tensor) -> Tensor:
        """Update the parameters from their ``grad`` and return the gradient's norm before clipping.

        ``loss`` is what the gradients are of: where it or the norm is not finite, parameters and
        optimiser state stay as they are. With Adam nothing waits for the device.
        """
        gradients = [p.grad for p in self.parameters if p.grad is not None]
        norm = torch.nn.utils.get_total_norm(gradients)
        finite = torch.isfinite(norm) & torch.isfinite(loss.detach())
        divisor = (norm / self.clip_norm).clamp(min=1.0)
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        if isinstance(self.optimizer, torch.optim.Adam):
            # What torch.amp.GradScaler uses: the fused kernel divides on the way, and skips the
            # update without anybody having to ask the device whether it should.
            self.optimizer.grad_scale = divisor
            self.optimizer.found_inf = (~finite).to(norm.dtype)
            self.optimizer.step()
        elif finite:
            for gradient in gradients:
                gradient.div_(divisor)
            self.optimizer.step()
        return norm
