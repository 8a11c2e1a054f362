"""A model that has learned twenty pairs by heart gives them back through both searches."""

from pathlib import Path

import numpy as np
import pytest
import torch

from pipeline.config.load import load_section
from pipeline.config.read import PARAMS
from pipeline.config.system import System
from pipeline.data.batch import collate
from pipeline.data.vocabulary import EOS
from pipeline.decoding.beam import beam_search
from pipeline.decoding.greedy import greedy
from pipeline.decoding.limits import LengthLimits
from pipeline.model.assembly import build_model

LIMITS = LengthLimits(max_ratio=3.0, min_ratio=0.5)
WORDS, PAIRS = 30, 20


def twenty_pairs():
    """Random sentences of 3 to 10 words; nothing can be said of a target but by heart."""
    generator = np.random.default_rng(5)
    lengths = generator.integers(3, 11, PAIRS)
    sides = [
        [[*generator.integers(4, WORDS, length).tolist(), EOS] for length in lengths]
        for _ in range(2)
    ]
    return collate(range(PAIRS), *sides)


@pytest.fixture(scope="module", params=["encdec-50", "search-50"])
def memorised(request):
    path = Path(__file__).parents[2] / PARAMS
    system = load_section(f"systems.{request.param}", System, path)
    torch.manual_seed(1)
    model = build_model(system.model_copy(update={"dropout": 0.0}), WORDS, WORDS)
    batch = twenty_pairs()
    optimizer = torch.optim.Adam(model.parameters(), lr=0.005)
    for _ in range(300):
        loss = model.loss(batch)
        if loss.total.item() < 0.02 * loss.tokens:
            break
        optimizer.zero_grad()
        loss.total.div(loss.tokens).backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
    return model.eval(), batch


def expected(batch):
    return [
        target[: length - 1].tolist()
        for target, length in zip(batch.target, batch.target_lengths, strict=True)
    ]


@torch.inference_mode()
def test_greedy_search_gives_them_back(memorised):
    model, batch = memorised
    found = greedy(model, batch.source, batch.source_lengths, LIMITS)
    assert [hypothesis.tokens for hypothesis in found] == expected(batch)


@torch.inference_mode()
def test_beam_search_gives_them_back(memorised):
    model, batch = memorised
    found = beam_search(model, batch.source, batch.source_lengths, LIMITS, beam=5)
    assert [hypothesis.tokens for hypothesis in found] == expected(batch)
    assert all(hypothesis.finished for hypothesis in found)
