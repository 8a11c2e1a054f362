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
        for t in range(steps):
            before = states[t]
            torch.addmm(entering[t, :, : 2 * hidden], before, gate_columns, out=gates[t])
            update, reset = gates[t].sigmoid_().chunk(2, dim=-1)
            torch.mul(reset, before, out=resets[t])
            torch.addmm(
                entering[t, :, 2 * hidden :], resets[t], candidate_columns, out=candidates[t]
            )
            torch.lerp(before, candidates[t].tanh_(), update, out=states[t + 1])
        ctx.save_for_backward(states, gates, candidates, resets, gate_weight, candidate_weight)
        return states[1:]

    @staticmethod
    def backward(ctx, gradient):
        states, gates, candidates, resets, gate_weight, candidate_weight = ctx.saved_tensors
        steps, batch, hidden = candidates.shape
        entering_gradient = gates.new_empty(steps, batch, 3 * hidden)
        carried = torch.zeros_like(states[0])
        # Derivatives of the three non-linearities, for all steps at once.
        gate_slopes = gates * (1 - gates)
        candidate_slopes = 1 - candidates * candidates
        moves = candidates - states[:-1]
        for t in reversed(range(steps)):
            update, reset = gates[t].chunk(2, dim=-1)
            carried = carried + gradient[t]
            through_update, through_reset, through_candidate = entering_gradient[t].chunk(3, dim=-1)
            torch.mul(carried * update, candidate_slopes[t], out=through_candidate)
            torch.mul(carried * moves[t], gate_slopes[t, :, :hidden], out=through_update)
            reset_state = through_candidate @ candidate_weight
            torch.mul(reset_state * states[t], gate_slopes[t, :, hidden:], out=through_reset)
            carried = torch.addcmul(carried, carried, update, value=-1)
            carried.addcmul_(reset_state, reset)
            carried.addmm_(entering_gradient[t, :, : 2 * hidden], gate_weight)
        flat = entering_gradient.flatten(0, 1)
        gate_gradient = flat[:, : 2 * hidden].t() @ states[:-1].flatten(0, 1)
        candidate_gradient = flat[:, 2 * hidden :].t() @ resets.flatten(0, 1)
        return entering_gradient, carried, gate_gradient, candidate_gradient


def gru(entering: Tensor, state: Tensor, gate_weight: Tensor, candidate_weight: Tensor) -> Tensor:
    """The recurrence over all steps: entering [T, B, 3H], state [B, H], returns [T, B, H].

    One step, a pass without gradient, and mixed precision take the plain version; the written one
    serves training.
    """
    mixed = torch.is_autocast_enabled(entering.device.type)
    if entering.shape[0] == 1 or not torch.is_grad_enabled() or mixed:
        return gru_plain(entering, state, gate_weight, candidate_weight)
    return _GruWritten.apply(entering, state, gate_weight, candidate_weight)
