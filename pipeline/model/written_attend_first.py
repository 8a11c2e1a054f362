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

from pipeline.model.gru_recurrence import gate_factors
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
        context_columns, candidate_columns = context.t(), cand.t()
        states = entering.new_empty(steps + 1, batch, hidden)
        asked = entering.new_empty(steps, batch, size + 2 * hidden)  # queries | U_z s, U_r s
        contexts = entering.new_empty(steps, batch, attended.shape[2])
        weights = entering.new_empty(steps, batch, attended.shape[1])
        gates = entering.new_empty(steps, batch, 2 * hidden)
        candidates = entering.new_empty(steps, batch, hidden)
        resets = entering.new_empty(steps, batch, hidden)
        states[0] = start
        # Every buffer is cut into its steps once: a cut costs as much as a small operation.
        cut = zip(
            entering.unbind(), states[:-1].unbind(), states[1:].unbind(), asked.unbind(),
            (states[:-1] if query is None else asked[:, :, :size]).unbind(),
            asked[:, :, size:].unbind(), contexts.unbind(), contexts[:, :, None].unbind(),
            weights.unbind(), weights[:, :, None].unbind(), gates.unbind(),
            gates[:, :, :hidden].unbind(), gates[:, :, hidden:].unbind(), candidates.unbind(),
            resets.unbind(), strict=True,
        )  # fmt: skip
        for (entering_now, before, after, asked_now, query_now, own_gates, context_now,
             context_row, weights_now, weights_row, gates_now, update, reset, candidate,
             reset_state) in cut:  # fmt: skip
            torch.mm(before, from_state, out=asked_now)
            torch.softmax(energies.forward(query_now).add_(barred), dim=-1, out=weights_now)
            torch.bmm(weights_row, attended, out=context_row)
            moved = torch.addmm(entering_now, context_now, context_columns)
            torch.add(moved[:, : 2 * hidden], own_gates, out=gates_now).sigmoid_()
            torch.mul(reset, before, out=reset_state)
            torch.addmm(moved[:, 2 * hidden :], reset_state, candidate_columns, out=candidate)
            torch.lerp(before, candidate.tanh_(), update, out=after)
        ctx.kind = kind
        ctx.save_for_backward(
            keys, attended, query, energy, context, gate, cand, states,
            asked if size else None, contexts, weights, gates, candidates, resets,
        )  # fmt: skip
        ctx.mark_non_differentiable(weights)
        return states, contexts, weights

    @staticmethod
    def backward(ctx, states_gradient, contexts_gradient, _):
        (keys, attended, query, energy, context, gate, cand, states, asked, contexts, weights,
         gates, candidates, resets) = ctx.saved_tensors  # fmt: skip
        steps, batch, hidden = candidates.shape
        size = 0 if query is None else query.shape[0]
        queries = asked[:, :, :size] if size else states[:-1]
        energies = ctx.kind(keys, energy)
        energies.begin()
        turned = attended.transpose(1, 2).contiguous()  # [B, D, S], as in written_energies.py
        to_state = torch.cat([query, gate]) if size else gate  # [A + 2H, H]
        # Gradients of the query, of what enters z and r, and of what enters s~, side by side.
        joined = gates.new_empty(steps, batch, size + 3 * hidden)
        entering_gradient = joined[:, :, size:]
        contexts_gradient = contexts_gradient.contiguous().clone()
        energy_gradients = torch.empty_like(weights)
        to_update, to_reset, to_candidate, kept = gate_factors(states, gates, candidates)
        carried = states_gradient[steps].clone()
        cut = zip(
            joined[:, :, :size].unbind(), joined[:, :, : size + 2 * hidden].unbind(),
            entering_gradient.unbind(), entering_gradient[:, :, :hidden].unbind(),
            entering_gradient[:, :, hidden : 2 * hidden].unbind(),
            entering_gradient[:, :, 2 * hidden :].unbind(), states_gradient[:-1].unbind(),
            queries.unbind(), contexts_gradient.unbind(), contexts_gradient[:, :, None].unbind(),
            weights.unbind(), energy_gradients.unbind(), to_update.unbind(), to_reset.unbind(),
            to_candidate.unbind(), kept.unbind(), gates[:, :, hidden:].unbind(), strict=True,
        )  # fmt: skip
        for (asked_gradient, to_state_gradient, entering_now, through_update, through_reset,
             through_candidate, state_gradient, query_now, context_gradient, context_row,
             weights_now, energy_gradient, update_factor, reset_factor, candidate_factor,
             kept_now, reset) in reversed(list(cut)):  # fmt: skip
            torch.mul(carried, candidate_factor, out=through_candidate)
            torch.mul(carried, update_factor, out=through_update)
            reset_state = through_candidate @ cand
            torch.mul(reset_state, reset_factor, out=through_reset)
            carried.mul_(kept_now).addcmul_(reset_state, reset).add_(state_gradient)
            # Through the context to the weights, the energies and the query.
            context_gradient.addmm_(entering_now, context)
            through = torch.bmm(context_row, turned)[:, 0].mul_(weights_now)
            mass = through.sum(-1, keepdim=True)
            torch.addcmul(through, weights_now, mass, value=-1, out=energy_gradient)
            from_energies = energies.backward(query_now, energy_gradient)
            (asked_gradient.copy_ if size else carried.add_)(from_energies)
            carried.addmm_(to_state_gradient, to_state)
        keys_gradient, energy_weight_gradient = energies.finish(queries, energy_gradients)
        attended_gradient = torch.bmm(weights.permute(1, 2, 0), contexts_gradient.transpose(0, 1))
        flat = joined.flatten(0, 1)
        state_product = flat[:, : size + 2 * hidden].t() @ states[:-1].flatten(0, 1)
        return (
            entering_gradient, carried, keys_gradient, attended_gradient, None,
            state_product[:size] if size else None, energy_weight_gradient,
            flat[:, size:].t() @ contexts.flatten(0, 1),
            state_product[size:], flat[:, size + 2 * hidden :].t() @ resets.flatten(0, 1),
        )  # fmt: skip
