"""The count from a model's parts against PyTorch's own counter of operations."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
import torch
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.utils.flop_counter import FlopCounterMode

from pipeline.benchmark.multiply_adds import forward_multiply_adds, training_flop
from pipeline.config.load import load_section
from pipeline.config.read import read_params
from pipeline.config.system import System
from pipeline.data.batch import Batch, padded_batch
from pipeline.model.assembly import build_model
from pipeline.model.recurrent import LstmStack

PARAMS = Path(__file__).parents[2] / "params.yaml"
SLUGS = list(read_params(PARAMS)["systems"])
SIZES = 150, 120
"""Small vocabularies: a real output layer would drown all other parts."""
SENTENCES, SOURCE, TARGET = 3, 17, 13


def model_of(slug: str):
    torch.manual_seed(1)
    return build_model(load_section(f"systems.{slug}", System, PARAMS), *SIZES)


def unpadded() -> Batch:
    """Sentences of equal lengths: a counter of operations would count padding."""
    rows = torch.arange(SENTENCES)
    source = torch.randint(4, SIZES[0], (SENTENCES, SOURCE))
    target = torch.randint(4, SIZES[1], (SENTENCES, TARGET))
    lengths = (torch.full_like(rows, length) for length in (SOURCE, TARGET))
    return padded_batch(rows, source, next(lengths), target, next(lengths))


def vector_product(matrix, vector, *_, out_shape=None, **__) -> int:
    """Operations of a matrix and a vector, which the counter does not know."""
    return 2 * math.prod(matrix)


KNOWN = {torch.ops.aten.mv: vector_product}


def counted(work) -> int:
    """Operations of ``work()``; LSTM and attention in steps, whose products the counter knows."""
    with (
        torch.backends.mkldnn.flags(enabled=False),
        sdpa_kernel(SDPBackend.MATH),
        FlopCounterMode(display=False, custom_mapping=KNOWN) as counter,
    ):
        work()
    return counter.get_total_flops()


def plain_versions():
    """Mixed precision takes them, whose every product autograd records and differentiates."""
    return torch.autocast("cpu", torch.bfloat16)


def repeated(model) -> int:
    """Multiply-adds that the plain model may repeat at every step for a fixed context."""
    return (TARGET - 1) * forward_multiply_adds(model, unpadded()).get("fixed context", 0)


def held(model) -> int:
    """Multiply-adds of the input that holds an LSTM's cell past a sentence's end: no equation's."""
    stacks = [part for part in model.encoder.modules() if isinstance(part, LstmStack)]
    return SENTENCES * SOURCE * sum(len(stack.cells.weight_ih_l0) for stack in stacks)


@pytest.mark.parametrize("slug", SLUGS)
def test_forward_pass_is_counted_as_pytorch_counts_it(slug):
    model, batch = model_of(slug), unpadded()
    with plain_versions():
        theirs = counted(lambda: model.loss(batch)) / 2
    ours = sum(forward_multiply_adds(model, batch).values()) + held(model)
    assert theirs in (pytest.approx(ours), pytest.approx(ours + repeated(model)))


@pytest.mark.parametrize("slug", SLUGS)
def test_training_step_is_counted_as_pytorch_counts_it(slug):
    model, batch = model_of(slug), unpadded()
    with plain_versions():
        theirs = counted(lambda: model.loss(batch).total.backward())
    ours = training_flop(model, batch) + 6 * held(model)
    # Theirs leaves out what nobody asks for: the gradient of the first state where it is zero, and
    # in Bahdanau's order that of the last step, whose state no word is read from.
    assert any(0.97 * one < theirs <= one for one in (ours, ours + 6 * repeated(model)))
