"""The output layer's first bias: the words' frequencies, or zero; and what it is good for."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from tiny_systems import LUONG, SHIPPED, TARGET_VOCABULARY, batch_of, resized

from pipeline.config.system import System
from pipeline.data.vocabulary import EOS
from pipeline.model.assembly import build_model

COUNTS = np.array([0, 3, 0, 7, 0, 1, 0, 0, 2, 0, 0, 0, 4])  # 17 words seen, 13 words to smooth
RECIPES = ("glorot", "bahdanau", "luong")


def built(settings, counts, vocabulary=TARGET_VOCABULARY, **changes):
    torch.manual_seed(5)
    return build_model(System(**(settings | changes)), vocabulary, vocabulary, counts)


@pytest.mark.parametrize("recipe", RECIPES)
@pytest.mark.parametrize("name", SHIPPED)
def test_bias_is_the_log_frequency_with_one_added_to_each_count(name: str, recipe: str) -> None:
    model = built(SHIPPED[name], COUNTS, output_bias="unigram", initialisation=recipe)
    bias = model.output.bias.detach()
    torch.testing.assert_close(bias[3].exp().item(), 8 / 30)
    torch.testing.assert_close(bias[5].exp().item(), 2 / 30)
    torch.testing.assert_close(bias[0].exp().item(), 1 / 30)  # never seen, and finite
    torch.testing.assert_close(bias.exp().sum().item(), 1.0)


@pytest.mark.parametrize("recipe", RECIPES)
def test_zero_is_zero_whatever_the_counts(recipe: str) -> None:
    model = built(LUONG, COUNTS, output_bias="zero", initialisation=recipe)
    assert not model.output.bias.any()


def test_without_counts_the_bias_waits_for_weights_that_are_loaded() -> None:
    assert not built(LUONG, None, output_bias="unigram").output.bias.any()


def test_nothing_else_depends_on_it() -> None:
    one = built(LUONG, COUNTS, output_bias="unigram").state_dict()
    other = built(LUONG, None, output_bias="zero").state_dict()
    different = [name for name in one if not torch.equal(one[name], other[name])]
    assert different == ["output.bias"]


def test_counts_of_another_vocabulary_are_a_mistake() -> None:
    with pytest.raises(ValueError, match="13 words"):
        built(LUONG, COUNTS[:-1], output_bias="unigram")


WORDS = 1000
STEPS = 90


@pytest.fixture(scope="module")
def sentences():
    """Copies of 10 to 20 words, drawn by Zipf's law."""
    chance = np.random.default_rng(1)
    frequency = 1 / np.arange(1, WORDS + 1)
    frequency /= frequency.sum()
    made = []
    for _ in range(2000):
        words = chance.choice(WORDS, chance.integers(10, 21), p=frequency) + EOS + 1
        made.append(([*words.tolist(), EOS], [*words.tolist(), EOS]))
    return made


def loss_above_unigram(sentences, output_bias: str) -> float:
    """Nats a word by which the last batches' loss is above the entropy of the words' frequencies.

    Luong's readout, trained for a moment.
    """
    counts = np.bincount(np.concatenate([target for _, target in sentences]), minlength=WORDS + 4)
    seen = counts[counts > 0] / counts.sum()
    settings = resized(LUONG | {"layers": 1, "attention_scale": True}, 48)
    model = built(settings, counts, WORDS + 4, output_bias=output_bias)
    optimiser = torch.optim.Adam(model.parameters(), 0.004)
    generator = torch.Generator().manual_seed(2)
    losses = []
    for _ in range(STEPS):
        rows = torch.randint(len(sentences), (32,), generator=generator).tolist()
        loss = model.loss(batch_of([sentences[row] for row in rows]))
        optimiser.zero_grad()
        (loss.total / loss.tokens).backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        losses.append(loss.total.item() / loss.tokens)
    return float(np.mean(losses[-15:]) + (seen * np.log(seen)).sum())


def test_luongs_readout_gets_under_the_unigram_loss_soon(sentences) -> None:
    """From zero its tanh units become the bias: they say the words' frequencies and no more."""
    assert loss_above_unigram(sentences, "unigram") < -0.2
    assert loss_above_unigram(sentences, "zero") > -0.05
