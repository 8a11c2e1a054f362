"""The model against the papers' equations in plain NumPy (tests/model/reference)."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from reference import whole_model
from tiny_systems import ALL, RAGGED, batch_of, random_pairs, tiny

from pipeline.model.translation import TranslationModel

TOLERANCE = 1e-6


def answers(model: TranslationModel, batch):
    """Log-probabilities of all words [B, T, V] and weights [B, T, S] under teacher forcing."""
    with torch.inference_mode():
        result = model.teacher_forced(batch.source, batch.source_lengths, batch.target)
        return model.logits(result.features).log_softmax(-1).numpy(), result.weights


@pytest.mark.parametrize("name", ALL)
def test_all_words_and_weights(name: str) -> None:
    model = tiny(ALL[name], seed=1).eval()
    pairs = random_pairs(2, RAGGED)
    log_p, weights = answers(model, batch_of(pairs))
    for row, (source, target) in enumerate(pairs):
        right, right_weights = whole_model.forced(model, source, target)
        np.testing.assert_allclose(log_p[row, : len(target)], right, rtol=0, atol=TOLERANCE)
        if right_weights is None:
            assert weights is None
            continue
        mine = weights[row, : len(target)].numpy()
        np.testing.assert_allclose(mine[:, : len(source)], right_weights, rtol=0, atol=TOLERANCE)
        assert not mine[:, len(source) :].any()


@pytest.mark.parametrize("name", ALL)
def test_loss_and_forced_scores(name: str) -> None:
    """The training path: summed over real target words, the end counted, padding not."""
    model = tiny(ALL[name], seed=3)  # in training mode, as training uses it
    pairs = random_pairs(4, RAGGED)
    batch = batch_of(pairs)
    loss = model.loss(batch)
    with torch.inference_mode():
        forced = model.eval().forced(*batch[1:5])
    total, entropies = 0.0, []
    for row, (source, target) in enumerate(pairs):
        log_p, weights = whole_model.forced(model, source, target)
        words = log_p[np.arange(len(target)), target]
        np.testing.assert_allclose(
            forced.log_probabilities[row, : len(target)].numpy(), words, rtol=0, atol=TOLERANCE
        )
        assert not forced.log_probabilities[row, len(target) :].any()
        total -= words.sum()
        if weights is not None:
            logs = np.log(np.where(weights > 0, weights, 1.0))
            entropies.extend(-(weights * logs).sum(axis=1))
    assert loss.total.item() == pytest.approx(total, abs=TOLERANCE)
    assert loss.tokens == sum(len(target) for _, target in pairs)
    if entropies:
        assert loss.entropy.item() == pytest.approx(np.mean(entropies), abs=TOLERANCE)
    else:
        assert loss.entropy is None


def test_label_smoothing_spreads_over_the_whole_vocabulary() -> None:
    """Cross-entropy with q = (1 - smoothing) at the right word + smoothing / V at every word."""
    smoothing = 0.2
    model = tiny(ALL["search"], seed=5)
    pairs = random_pairs(6, RAGGED)
    total = 0.0
    for source, target in pairs:
        log_p, _ = whole_model.forced(model, source, target)
        total -= (1 - smoothing) * log_p[np.arange(len(target)), target].sum()
        total -= smoothing * log_p.mean(axis=1).sum()
    loss = model.loss(batch_of(pairs), label_smoothing=smoothing)
    assert loss.total.item() == pytest.approx(total, abs=TOLERANCE)
