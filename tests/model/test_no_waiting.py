"""A training step asks its device for no value: a GPU that must answer stands still until it has.

PyTorch's meta device has shapes and no values, and refuses whatever would need one.
"""

from __future__ import annotations

import pytest
import torch
from tiny_systems import ALL, RAGGED, batch_of, random_pairs, tiny

from pipeline.data.batch import Batch


@pytest.fixture
def valueless(monkeypatch):
    """The meta device; it knows no mixed precision, so the question for it is answered here."""
    monkeypatch.setattr(torch, "is_autocast_enabled", lambda device: False)
    return torch.device("meta")


@pytest.mark.parametrize("name", ALL)
def test_loss_and_gradient_need_no_value(valueless, name: str) -> None:
    model = tiny(ALL[name]).to(valueless)
    batch = Batch(*(part.to(valueless) for part in batch_of(random_pairs(1, RAGGED))))
    model.loss(batch, 0.1).total.backward()
    assert any(parameter.grad is not None for parameter in model.parameters())


def test_what_needs_a_value_is_refused(valueless) -> None:
    """The device is the test: without this it could pass whatever a model asked for."""
    with pytest.raises((NotImplementedError, RuntimeError), match=r"meta|data-dependent"):
        torch.zeros(3, device=valueless).nonzero()
    with pytest.raises(RuntimeError, match="meta"):
        torch.zeros((), device=valueless).item()
