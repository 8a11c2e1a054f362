"""Every kind of system learns twenty random pairs by heart and says them by any search.

A beam whose states are not reordered, attention that forgets its sentence or a first state that
differs between training and search would each show here.
"""

from __future__ import annotations

import pytest
import torch
from tiny_systems import (
    SHIPPED,
    SOURCE_VOCABULARY,
    TARGET_VOCABULARY,
    batch_of,
    random_pairs,
    resized,
)

from pipeline.config.system import System
from pipeline.decoding.beam import beam_search
from pipeline.decoding.greedy import greedy
from pipeline.decoding.limits import LengthLimits
from pipeline.model.assembly import build_model

PAIRS = random_pairs(63, [(3 + number % 4, 1 + number % 5) for number in range(20)])
LIMITS = LengthLimits(max_ratio=3.0, min_ratio=0.0)
ENOUGH = 0.03  # nats a token
STEPS = 400
DEEP = ("seq2seq", "transformer")


def memorise(name: str):
    """The system, trained on all twenty pairs at once until it knows them."""
    torch.manual_seed(62)
    layers = {} if name in DEEP else {"layers": 1}  # the time of a layer, without its worth
    system = System(**(resized(SHIPPED[name], 32) | layers))
    model = build_model(system, SOURCE_VOCABULARY, TARGET_VOCABULARY)
    optimiser = torch.optim.Adam(model.parameters(), 0.01)
    batch = batch_of(PAIRS)
    for _ in range(STEPS):
        loss = model.loss(batch)
        if loss.total.item() < ENOUGH * loss.tokens:
            return model.eval()
        optimiser.zero_grad()
        (loss.total / loss.tokens).backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
    pytest.fail(f"{loss.total.item() / loss.tokens} nats a token after {STEPS} steps")


@pytest.mark.parametrize("name", SHIPPED)
def test_memorises_twenty_pairs(name: str) -> None:
    model = memorise(name)
    batch = batch_of(PAIRS)
    with torch.inference_mode():
        found = {
            "greedy": greedy(model, batch.source, batch.source_lengths, LIMITS),
            "beam": beam_search(model, batch.source, batch.source_lengths, LIMITS, beam=4),
        }
        forced = model.forced(*batch[1:5]).log_probabilities.sum(1)
    for search, hypotheses in found.items():
        assert len(hypotheses) == len(PAIRS)
        for row, ((_, target), hypothesis) in enumerate(zip(PAIRS, hypotheses, strict=True)):
            assert hypothesis.tokens == target[:-1], f"{search}, pair {row}"
            assert hypothesis.finished
            assert hypothesis.log_probability == pytest.approx(forced[row].item(), abs=1e-4)


def test_the_pairs_differ() -> None:
    """Two targets for one source could not both be learnt."""
    assert len({tuple(source) for source, _ in PAIRS}) == len(PAIRS)
