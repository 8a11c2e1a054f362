"""params.yaml allows ``precision: bf16``: products in bfloat16, parameters in float32."""

from __future__ import annotations

import pytest
import torch
from tiny_systems import RAGGED, SHIPPED, batch_of, random_pairs, tiny


@pytest.mark.parametrize("name", SHIPPED)
def test_loss_and_gradient_under_autocast(name: str) -> None:
    """Close to single precision, with a gradient for every parameter that had one."""
    model = tiny(SHIPPED[name], seed=81).float()
    batch = batch_of(random_pairs(82, RAGGED))
    exact = model.loss(batch).total
    exact.backward()
    had = {name for name, parameter in model.named_parameters() if parameter.grad is not None}
    model.zero_grad()
    with torch.autocast("cpu", torch.bfloat16):
        rough = model.loss(batch).total
    rough.backward()
    assert rough.item() == pytest.approx(exact.item(), rel=0.02)
    for label, parameter in model.named_parameters():
        assert label not in had or parameter.grad.isfinite().all()
