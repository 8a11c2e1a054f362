"""The cost of a backward pass grows with the length and not with its square.

A tensor of all steps that is sliced in the loop over the steps (``x[:, t]``) makes autograd write
zeros as large as the whole at every step. That can be seen in the graph, without a clock.
"""

from __future__ import annotations

import math

import pytest
import torch
from tiny_systems import RECURRENT, batch_of, random_pairs, tiny

SIDES = ("source", "target")
SLICES = ("SelectBackward", "SliceBackward", "NarrowBackward", "IndexBackward")


def zeros_written(result: torch.Tensor) -> int:
    """Numbers in all tensors that the graph behind ``result`` slices: backward fills as many."""
    seen, fresh, count = set(), [result.grad_fn], 0
    while fresh:
        node = fresh.pop()
        if node is None or node in seen:
            continue
        seen.add(node)
        if type(node).__name__.startswith(SLICES):
            count += math.prod(node._saved_self_sym_sizes)
        fresh += [before for before, _ in node.next_functions]
    return count


def bend(costs: list[int]) -> int:
    """How much three costs at evenly spaced lengths rise faster than a straight line."""
    first, second, third = costs
    return third - 2 * second + first


@pytest.mark.parametrize(("name", "side"), [(name, side) for name in RECURRENT for side in SIDES])
def test_backward_writes_no_more_zeros_for_each_step_of_a_longer_sentence(name, side):
    model = tiny(RECURRENT[name]).train()
    costs = []
    for length in (10, 14, 18):  # longer than the table of the location score
        lengths = (length, 5) if side == "source" else (5, length)
        costs.append(zeros_written(model.loss(batch_of(random_pairs(1, [lengths] * 2))).total))
    assert bend(costs) <= 0


def test_a_slice_of_the_whole_at_every_step_is_seen():
    def graph(steps: int) -> torch.Tensor:
        whole = torch.ones(2, steps, requires_grad=True) * 2
        return sum(whole[:, step].sum() for step in range(steps))

    assert bend([zeros_written(graph(steps)) for steps in (6, 10, 14)]) > 0
