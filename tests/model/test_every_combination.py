"""Any combination of a system's switches either trains and steps, or is refused with a reason."""

from __future__ import annotations

import random
from typing import Literal, get_args, get_origin

import pytest
import torch

from pipeline.config.system import System
from pipeline.config.system_relations import system_complaints
from pipeline.data.batch import collate
from pipeline.model.assembly import build_model
from pipeline.refusal import Refusal

SIZES = {
    "max_words": 50,
    "embedding": 8,
    "hidden": 8,
    "attention_size": 8,
    "window_half_width": 2,
    "readout_size": 8,
    "dropout": 0.0,
}
COMBINATIONS = 900


def drawn(choice: random.Random) -> System:
    """A system with every switch drawn at random and sizes that can fit."""
    settings = dict(SIZES)
    settings["encoder_hidden"] = choice.choice([4, 8])
    settings["alignment_shift"] = choice.choice([0, 0, 1])
    settings["layers"] = choice.choice([1, 1, 2])
    settings["attention_heads"] = choice.choice([1, 1, 2])
    for name, field in System.model_fields.items():
        if get_origin(field.annotation) is Literal:
            settings[name] = choice.choice(get_args(field.annotation))
        elif field.annotation is bool:
            settings[name] = choice.random() < 0.3
    if choice.random() < 0.9:
        settings["family"] = "recurrent"
    return System(**settings)


def test_every_combination_works_or_is_refused() -> None:
    """The loss is finite, every parameter gets a gradient, and one more step can be taken."""
    choice = random.Random(1)
    torch.manual_seed(1)
    batch = collate([0, 1], [[4, 5, 6, 3], [7, 3]], [[5, 3], [6, 7, 4, 8, 3]])
    worked, refused = 0, set()
    for _ in range(COMBINATIONS):
        system = drawn(choice)
        complaints = list(system_complaints(system))
        if complaints:
            refused |= {complaint.split(":")[0] for complaint in complaints}
            with pytest.raises(Refusal):
                build_model(system, 9, 9)
            continue
        worked += 1
        model = build_model(system, 9, 9)
        loss = model.loss(batch).total
        loss.backward()
        assert torch.isfinite(loss), system
        missing = [name for name, p in model.named_parameters() if p.grad is None]
        assert not missing, (missing, system)
        memory = model.encode(batch.source, batch.source_lengths)
        step = model.advance(model.start(memory), memory, batch.target[:, :1])
        assert model.logits(step.features).shape == (2, 1, 9)
        assert (step.weights is not None) == model.attends == system.attends
        assert model.alignment_shift == system.alignment_shift
        assert model.describe().endswith(f"{model.parameter_count():,}")
    assert worked >= 25
    assert {"input_feeding", "context", "attention", "attention_scale", "window"} <= refused
    assert "alignment_shift" in refused


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"attention": "dot"}, ["attention", "dot", "hidden", "encoder_hidden"]),
        ({"initial_state": "pass"}, ["initial_state", "pass", "bridge"]),
        ({"attention": "dot", "encoder_hidden": 4}, []),
    ],
)
def test_sizes_that_must_agree(change: dict, words: list[str]) -> None:
    """A product and a handed-over state need equal sizes; the message names the settings."""
    switches = {
        "family": "recurrent",
        "layers": 1,
        "cell": "gru",
        "encoder": "bidirectional",
        "encoder_hidden": 8,
        "order": "bahdanau",
        "context": "every-step",
        "initial_state": "bridge",
        "attention": "additive",
        "attention_scale": False,
        "attention_over": "states",
        "attention_heads": 1,
        "window": "global",
        "window_renormalise": False,
        "input_feeding": False,
        "readout": "maxout",
        "reverse_source": False,
        "initialisation": "glorot",
        "output_bias": "zero",
        "alignment_shift": 0,
    }
    system = System(**SIZES | switches | change)
    if not words:
        assert build_model(system, 9, 9).attends
        return
    with pytest.raises(Refusal) as refusal:
        build_model(system, 9, 9)
    assert all(word in str(refusal.value) for word in words)
