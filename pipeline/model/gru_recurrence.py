"""The gated recurrent unit of Cho et al. (2014) run over time: plain, and with a written backward.

Bahdanau et al. (2014), appendix A.1.1, with x_t the sum of everything that enters the gates:

    z_t = sigma(x^z_t + U_z s_{t-1})
    r_t = sigma(x^r_t + U_r s_{t-1})
    s~_t = tanh(x^s_t + U [r_t * s_{t-1}])
    s_t = (1 - z_t) * s_{t-1} + z_t * s~_t

The reset gate acts on the state before the matrix U, as in the papers; PyTorch's own GRU resets
after the matrix, which is another function.
"""

from __future__ import annotations

import torch
from torch import Tensor


def gru_step(entering: Tensor, state: Tensor, gate_weight: Tensor, candidate_weight: Tensor):
    """One step: entering [B, 3H] in the order z, r, s~; state [B, H]; returns the next [B, H]."""
    hidden = state.shape[-1]
    entering_gates, entering_candidate = entering.split([2 * hidden, hidden], dim=-1)
    gates = torch.sigmoid(entering_gates + state @ gate_weight.t())
    update, reset = gates.chunk(2, dim=-1)
    candidate = torch.tanh(entering_candidate + (reset * state) @ candidate_weight.t())
    return state + update * (candidate - state)


def gru_plain(entering: Tensor, state: Tensor, gate_weight: Tensor, candidate_weight: Tensor):
    """The recurrence step by step through autograd: entering [T, B, 3H] to states [T, B, H]."""
    states = []
    for entering_now in entering.unbind(0):
        state = gru_step(entering_now, state, gate_weight, candidate_weight)
        states.append(state)
    return torch.stack(states)


class _GruWritten(torch.autograd.Function):
    """The same function with its gradient written out.

    Autograd would multiply small matrices for the weight gradients at every step; here they are
    one product over all steps after the loop, and only the gates are kept from the forward pass.
    """

    @staticmethod
    def forward(ctx, entering, state, gate_weight, candidate_weight):
        steps, batch, _ = entering.shape
        hidden = state.shape[-1]
        states = entering.new_empty(steps + 1, batch, hidden)
        gates = entering.new_empty(steps, batch, 2 * hidden)
        candidates = entering.new_empty(steps, batch, hidden)
        resets = entering.new_empty(steps, batch, hidden)
        states[0] = state
        gate_columns, candidate_columns = gate_weight.t(), candidate_weight.t()
        # Every buffer is cut into its steps once: a cut costs as much as a small operation.
        cut = zip(
            entering[:, :, : 2 * hidden].unbind(), entering[:, :, 2 * hidden :].unbind(),
            states[:-1].unbind(), states[1:].unbind(), gates.unbind(),
            gates[:, :, :hidden].unbind(), gates[:, :, hidden:].unbind(), candidates.unbind(),
            resets.unbind(), strict=True,
        )  # fmt: skip
        for (to_gates, to_candidate, before, after, gates_now, update, reset, candidate,
             reset_state) in cut:  # fmt: skip
            torch.addmm(to_gates, before, gate_columns, out=gates_now).sigmoid_()
            torch.mul(reset, before, out=reset_state)
            torch.addmm(to_candidate, reset_state, candidate_columns, out=candidate)
            torch.lerp(before, candidate.tanh_(), update, out=after)
        ctx.save_for_backward(states, gates, candidates, resets, gate_weight, candidate_weight)
        return states[1:]

    @staticmethod
    def backward(ctx, gradient):
        states, gates, candidates, resets, gate_weight, candidate_weight = ctx.saved_tensors
        steps, batch, hidden = candidates.shape
        entering_gradient = gates.new_empty(steps, batch, 3 * hidden)
        carried = torch.zeros_like(states[0])
        to_update, to_reset, to_candidate, kept = gate_factors(states, gates, candidates)
        cut = zip(
            entering_gradient[:, :, : 2 * hidden].unbind(),
            entering_gradient[:, :, :hidden].unbind(),
            entering_gradient[:, :, hidden : 2 * hidden].unbind(),
            entering_gradient[:, :, 2 * hidden :].unbind(), gradient.unbind(), to_update.unbind(),
            to_reset.unbind(), to_candidate.unbind(), kept.unbind(),
            gates[:, :, hidden:].unbind(), strict=True,
        )  # fmt: skip
        for (through_gates, through_update, through_reset, through_candidate, state_gradient,
             update_factor, reset_factor, candidate_factor, kept_now, reset) in reversed(
            list(cut)
        ):  # fmt: skip
            carried.add_(state_gradient)
            torch.mul(carried, candidate_factor, out=through_candidate)
            torch.mul(carried, update_factor, out=through_update)
            reset_state = through_candidate @ candidate_weight
            torch.mul(reset_state, reset_factor, out=through_reset)
            carried.mul_(kept_now).addcmul_(reset_state, reset)
            carried.addmm_(through_gates, gate_weight)
        flat = entering_gradient.flatten(0, 1)
        gate_gradient = flat[:, : 2 * hidden].t() @ states[:-1].flatten(0, 1)
        candidate_gradient = flat[:, 2 * hidden :].t() @ resets.flatten(0, 1)
        return entering_gradient, carried, gate_gradient, candidate_gradient


def gate_factors(states: Tensor, gates: Tensor, candidates: Tensor) -> tuple[Tensor, ...]:
    """What the gradient of a state is multiplied by on its way back, for all steps at once.

    states [T + 1, B, H], gates [T, B, 2H] (z, r), candidates [T, B, H]; returns four of [T, B, H]:
    from s_t to what enters z_t and s~_t, from r_t * s_{t-1} to what enters r_t, and what stays.
    """
    update, reset = gates.chunk(2, dim=-1)
    kept = 1 - update
    to_update = (candidates - states[:-1]).mul_(update).mul_(kept)
    to_reset = (1 - reset).mul_(reset).mul_(states[:-1])
    to_candidate = (1 - candidates * candidates).mul_(update)
    return to_update, to_reset, to_candidate, kept


def gru(entering: Tensor, state: Tensor, gate_weight: Tensor, candidate_weight: Tensor) -> Tensor:
    """The recurrence over all steps: entering [T, B, 3H], state [B, H], returns [T, B, H].

    One step, a pass without gradient, and mixed precision take the plain version; the written one
    serves training.
    """
    if entering.shape[0] == 1 or not torch.is_grad_enabled():
        return gru_plain(entering, state, gate_weight, candidate_weight)
    if torch.is_autocast_enabled(entering.device.type):
        return gru_plain(entering, state, gate_weight, candidate_weight)
    return _GruWritten.apply(entering, state, gate_weight, candidate_weight)
