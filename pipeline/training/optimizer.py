"""Optimisers by name, and one clipped update that skips what is wild."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

import torch
from torch import Tensor, nn

ADAM_BETAS = (0.9, 0.98)
"""The second below Adam's usual 0.999: a run here has about a thousand updates, and the memory of
0.999 is as long as that. Rare words, whose rows get a gradient now and then, take smaller leaps."""
ADADELTA_RHO = 0.95
ADADELTA_EPSILON = 1e-6
"""Both as in Bahdanau et al. 2014, appendix B.2."""
WILD = 1000.0
"""A gradient is wild from so many times the usual norm; an ordinary run has none of ten times."""
SETTLED = 20
"""Updates before there is a usual norm."""
MEMORY = 100.0
"""The usual norm is the mean over about so many updates."""
SMALLEST = 1e-12
"""A norm below is counted as this one."""


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


class Update(NamedTuple):
    """What became of one update; both are on the parameters' device."""

    norm: Tensor  # scalar, of the gradient before clipping
    made: Tensor  # scalar bool; False where the update was skipped


class ClippedUpdate:
    """One update with the gradient's norm clipped; a wild one is skipped.

    The paper's authors clip the gradient of the *sum* over a batch's tokens to norm 1. Here an
    update follows the gradient of the *mean* over a batch's tokens, which is a sum's divided by
    some thousands and does not depend on the size of the batch; ``clip_norm`` and the norms speak
    of that.

    Wild is a gradient whose norm is not finite, or above ``clip_norm`` and more than :data:`WILD`
    times the usual norm: the direction of such a one is noise, and clipping would keep it. The
    usual norm is a running geometric mean over the updates that were made, which one wild gradient
    hardly moves; nothing is wild before :data:`SETTLED` of them. It is part of the state that a
    resumed run goes on with.
    """

    def __init__(self, optimizer: torch.optim.Optimizer, clip_norm: float) -> None:
        self.optimizer, self.clip_norm = optimizer, clip_norm
        self.parameters = [p for group in optimizer.param_groups for p in group["params"]]
        self._usual = torch.zeros((), device=self.parameters[0].device)  # natural logarithm
        self._made = torch.zeros_like(self._usual)  # updates, up to MEMORY

    def state(self) -> dict:
        """Return the optimiser's state and the usual norm, as plain values and tensors."""
        return {
            "optimizer": self.optimizer.state_dict(),
            "usual_norm": self._usual,
            "made": self._made,
        }

    def load(self, state: dict) -> None:
        """Go on with what :meth:`state` returned."""
        self.optimizer.load_state_dict(state["optimizer"])
        self._usual = state["usual_norm"].to(self._usual.device)
        self._made = state["made"].to(self._made.device)

    def apply(self, rate: float, loss: Tensor, tokens: int = 1) -> Update:
        """Update the parameters from their ``grad``, divided by ``tokens``.

        ``loss``, a sum over that many tokens, is what they are of: where it is not finite, or the
        gradient is wild, parameters and optimiser state stay as they are. With Adam nothing waits
        for the device; Adadelta has to ask it whether to go on.
        """
        gradients = [p.grad for p in self.parameters if p.grad is not None]
        norm = torch.nn.utils.get_total_norm(gradients) / tokens
        made = torch.isfinite(norm) & torch.isfinite(loss.detach()) & ~self._is_wild(norm)
        divisor = (norm / self.clip_norm).clamp(min=1.0) * tokens
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        if isinstance(self.optimizer, torch.optim.Adam):
            # What torch.amp.GradScaler uses: the fused kernel divides on the way, and skips the
            # update without anybody having to ask the device whether it should.
            self.optimizer.grad_scale = divisor
            self.optimizer.found_inf = (~made).to(norm.dtype)
            self.optimizer.step()
        elif made:
            for gradient in gradients:
                gradient.div_(divisor)
            self.optimizer.step()
        self._remember(norm, made)
        return Update(norm, made)

    def _is_wild(self, norm: Tensor) -> Tensor:
        far = (norm > WILD * self._usual.exp()) & (norm > self.clip_norm)
        return far & (self._made >= SETTLED)

    def _remember(self, norm: Tensor, made: Tensor) -> None:
        count = (self._made + 1).clamp(max=MEMORY)
        nearer = self._usual + (norm.clamp(min=SMALLEST).log() - self._usual) / count
        self._usual = torch.where(made, nearer, self._usual)
        self._made = torch.where(made, count, self._made)
