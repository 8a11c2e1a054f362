"""Every system of params.yaml, made tiny, through both searches."""

from pathlib import Path

import numpy as np
import pytest
import torch

from pipeline.config.load import load_section
from pipeline.config.read import PARAMS, read_params
from pipeline.config.system import System
from pipeline.data.batch import Batch, collate
from pipeline.data.vocabulary import EOS, UNK
from pipeline.decoding.beam import beam_search
from pipeline.decoding.greedy import greedy
from pipeline.decoding.limits import LengthLimits
from pipeline.decoding.references import score_references
from pipeline.model.assembly import build_model

SHIPPED = Path(__file__).parents[2] / PARAMS
SYSTEMS = sorted(read_params(SHIPPED)["systems"])
LIMITS = LengthLimits(max_ratio=2.0, min_ratio=0.5)
VOCABULARY = 14
SIZES = ("embedding", "hidden", "encoder_hidden", "attention_size", "readout_size")


def tiny(slug: str, seed: int = 1):
    """A shipped system at an eighth of its size, with weights that make it decided."""
    system = load_section(f"systems.{slug}", System, SHIPPED)
    sizes = {key: getattr(system, key) // 8 for key in SIZES if getattr(system, key, None)}
    torch.manual_seed(seed)
    model = build_model(system.model_copy(update=sizes), VOCABULARY, VOCABULARY).eval()
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.mul_(2.5)
        model.output.bias[EOS] += 0.5
    return model


def random_batch(seed: int, lengths=(3, 8, 1, 5)) -> Batch:
    generator = np.random.default_rng(seed)
    sides = [
        [[*generator.integers(4, VOCABULARY, n + extra).tolist(), EOS] for n in lengths]
        for extra in (0, 2)
    ]
    return collate(range(len(lengths)), *sides)


@pytest.fixture(params=SYSTEMS)
def model(request):
    with torch.inference_mode():
        yield tiny(request.param)


def source_of(batch: Batch):
    return batch.source, batch.source_lengths


def test_a_beam_of_one_is_greedy_search_and_a_wider_one_never_below(model):
    batch = random_batch(1)
    plain = greedy(model, *source_of(batch), LIMITS, barred=(UNK,))
    one = beam_search(model, *source_of(batch), LIMITS, beam=1, barred=(UNK,))
    wide = beam_search(model, *source_of(batch), LIMITS, beam=4, barred=(UNK,))
    for expected, same, better in zip(plain, one, wide, strict=True):
        assert same.tokens == expected.tokens
        assert same.finished == expected.finished
        assert same.score == pytest.approx(expected.score, abs=1e-5)
        assert (better.finished, better.score) >= (expected.finished, expected.score - 1e-5)


def test_score_and_attention_are_those_of_forced_decoding(model):
    """State, memory and attention of each beam followed the words that it wrote."""
    batch = random_batch(2)
    found = beam_search(model, *source_of(batch), LIMITS, beam=4)
    targets = [[*hypothesis.tokens, EOS] for hypothesis in found]
    sources = [
        row[:length].tolist()
        for row, length in zip(batch.source, batch.source_lengths, strict=True)
    ]
    again = collate(range(len(found)), sources, targets)
    forced = model.forced(again.source, again.source_lengths, again.target, again.target_lengths)
    for row, hypothesis in enumerate(found):
        steps = len(hypothesis.tokens) + hypothesis.finished
        total = float(forced.log_probabilities[row, :steps].sum())
        assert hypothesis.log_probability == pytest.approx(total, abs=1e-4)
        if model.attends:
            expected = forced.weights[row, :steps, : len(sources[row])].numpy()
            np.testing.assert_allclose(hypothesis.weights, expected, atol=1e-5)
        else:
            assert hypothesis.weights is None


def test_batch_does_not_matter(model):
    batch = random_batch(3)
    together = beam_search(model, *source_of(batch), LIMITS, beam=3)
    for row, expected in enumerate(together):
        length = int(batch.source_lengths[row])
        alone = batch.source[row : row + 1, :length], batch.source_lengths[row : row + 1]
        (found,) = beam_search(model, *alone, LIMITS, beam=3)
        assert found.tokens == expected.tokens
        assert found.score == pytest.approx(expected.score, abs=1e-5)


def test_references_do_not_depend_on_their_batch(model):
    batch = random_batch(4)
    scores = score_references(model, batch)
    for row, expected in enumerate(scores):
        source, target = (
            ids[row : row + 1, : int(lengths[row])].tolist()
            for ids, lengths in (
                (batch.source, batch.source_lengths),
                (batch.target, batch.target_lengths),
            )
        )
        (found,) = score_references(model, collate([0], source, target))
        assert found.nll == pytest.approx(expected.nll, abs=1e-4)
        assert found.tokens == expected.tokens == len(target[0])
