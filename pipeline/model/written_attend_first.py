"""Bahdanau et al.'s decoder over a whole target with its gradient written out.

The same function as the loop of :class:`AttendFirstDecoder` over a gated unit with a global
attention, several times quicker on a processor: autograd would multiply small matrices for every
weight at every step, and keep the tanh of the score [T, B, S, A]; here weight gradients are one
product over all steps, and the tanh is made again.
"""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor

from pipeline.model.written_energies import AdditiveEnergies, ProductEnergies


class StepWeights(NamedTuple):
    """The matrices of one decoder step."""

    query: Tensor | None  # [A, H] W_a; None where the state itself is the query
    energy: Tensor | None  # [A] v_a; None of a product score
    context: Tensor  # [3H, D] C_z, C_r, C
    gate: Tensor  # [2H, H] U_z, U_r
    candidate: Tensor  # [H, H] U


class Unrolled(NamedTuple):
    """All steps of a target."""

    states: Tensor  # [T + 1, B, H] s_0 ... s_T
    contexts: Tensor  # [T, B, D]
    weights: Tensor  # [T, B, S]


def unroll(
    entering: Tensor, start: Tensor, keys: Tensor, attended: Tensor, mask: Tensor, w: StepWeights
) -> Unrolled:
    """entering [T, B, 3H] (words' part of z, r, s~), start [B, H], keys [B, S, A],
    attended [B, S, D], mask [B, S] bool."""
    barred = torch.zeros_like(mask, dtype=keys.dtype).masked_fill_(~mask, -torch.inf)
    return Unrolled(*_Written.apply(entering, start, keys, attended, barred, *w))


class _Written(torch.autograd.Function):
    @staticmethod
    def forward(ctx, entering, start, keys, attended, barred, query, energy, context, gate, cand):
        steps, batch, _ = entering.shape
        hidden, size = start.shape[1], 0 if query is None else query.shape[0]
        kind = ProductEnergies if energy is None else AdditiveEnergies
        energies = kind(keys, energy)
        # One product for the query and the gates.
        from_state = (gate if query is None else torch.cat([query, gate])).t()
        states = entering.new_empty(steps + 1, batch, hidden)
        queries = states[:-1] if query is None else entering.new_empty(steps, batch, size)
        contexts = entering.new_empty(steps, batch, attended.shape[2])
        weights = entering.new_empty(steps, batch, attended.shape[1])
        gates = entering.new_empty(steps, batch, 2 * hidden)
        candidates = entering.new_empty(steps, batch, hidden)
        resets = entering.new_empty(steps, batch, hidden)
        states[0] = start
        for t in range(steps):
            before = states[t]
            asked, own_gates = (before @ from_state).split([size, 2 * hidden], dim=-1)
            if size:
                queries[t] = asked
            torch.softmax(energies.forward(queries[t]).add_(barred), dim=-1, out=weights[t])
            torch.bmm(weights[t, :, None], attended, out=contexts[t, :, None])
            gates_in, candidate_in = torch.addmm(entering[t], contexts[t], context.t()).split(
                [2 * hidden, hidden], dim=-1
            )
            torch.add(gates_in, own_gates, out=gates[t]).sigmoid_()
            update, reset = gates[t].chunk(2, dim=-1)
            torch.mul(reset, before, out=resets[t])
            torch.addmm(candidate_in, resets[t], cand.t(), out=candidates[t]).tanh_()
            torch.lerp(before, candidates[t], update, out=states[t + 1])
        ctx.kind = kind
        ctx.save_for_backward(
            keys, attended, query, energy, context, gate, cand, states,
            queries if size else None, contexts, weights, gates, candidates, resets,
        )  # fmt: skip
        ctx.mark_non_differentiable(weights)
        return states, contexts, weights

    @staticmethod
    def backward(ctx, states_gradient, contexts_gradient, _):
        (keys, attended, query, energy, context, gate, cand, states, queries, contexts, weights,
         gates, candidates, resets) = ctx.saved_tensors  # fmt: skip
        steps, batch, hidden = candidates.shape
        energies = ctx.kind(keys, energy)
        energies.begin()
        size = 0 if query is None else query.shape[0]
        queries = queries if size else states[:-1]
        to_state = torch.cat([query, gate]) if size else gate  # [A + 2H, H]
        entering_gradient = gates.new_empty(steps, batch, 3 * hidden)
        asked_gradient = gates.new_empty(steps, batch, size + 2 * hidden)
        contexts_gradient = contexts_gradient.contiguous().clone()
        energy_gradients = torch.empty_like(weights)
        gate_slopes = gates * (1 - gates)
        candidate_slopes = 1 - candidates * candidates
        moves = candidates - states[:-1]
        carried = states_gradient[steps]
        for t in reversed(range(steps)):
            update, reset = gates[t].chunk(2, dim=-1)
            through_update, through_reset, through_candidate = entering_gradient[t].chunk(3, dim=-1)
            torch.mul(carried * update, candidate_slopes[t], out=through_candidate)
            torch.mul(carried * moves[t], gate_slopes[t, :, :hidden], out=through_update)
            reset_state = through_candidate @ cand
            torch.mul(reset_state * states[t], gate_slopes[t, :, hidden:], out=through_reset)
            carried = torch.addcmul(carried, carried, update, value=-1)
            carried.addcmul_(reset_state, reset).add_(states_gradient[t])
            # Through the context to the weights, the energies and the query.
            contexts_gradient[t].addmm_(entering_gradient[t], context)
            through = torch.bmm(attended, contexts_gradient[t, :, :, None])[:, :, 0].mul_(
                weights[t]
            )
            torch.addcmul(
                through,
                weights[t],
                through.sum(-1, keepdim=True),
                value=-1,
                out=energy_gradients[t],
            )
            asked = energies.backward(queries[t], energy_gradients[t])
            if size:
                asked_gradient[t, :, :size] = asked
            else:
                carried.add_(asked)
            asked_gradient[t, :, size:] = entering_gradient[t, :, : 2 * hidden]
            carried.addmm_(asked_gradient[t], to_state)
        keys_gradient, energy_gradient = energies.finish(queries, energy_gradients)
        attended_gradient = torch.bmm(weights.permute(1, 2, 0), contexts_gradient.transpose(0, 1))
        state_product = asked_gradient.flatten(0, 1).t() @ states[:-1].flatten(0, 1)
        flat = entering_gradient.flatten(0, 1)
        query_gradient = state_product[:size] if size else None
        return (
            entering_gradient, carried, keys_gradient, attended_gradient, None,
            query_gradient, energy_gradient, flat.t() @ contexts.flatten(0, 1),
            state_product[size:], flat[:, 2 * hidden :].t() @ resets.flatten(0, 1),
        )  # fmt: skip
