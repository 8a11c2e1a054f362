"""What each part of a model must look at: source words, encoder states, the last word, windows."""

from __future__ import annotations

import pytest
import torch
from tiny_systems import ALL, ATTENDING, FIRST_WORD, batch_of, random_pairs, tiny

from pipeline.data.vocabulary import BOS, EOS
from pipeline.model.interface import Memory

ROUNDING = {"rtol": 0, "atol": 1e-12}


def forced(model, pairs):
    with torch.inference_mode():
        return model.eval().forced(*batch_of(pairs)[1:5])


def _one_step(model, memory: Memory, words: list[int]):
    with torch.inference_mode():
        tokens = torch.tensor([words])
        return model.advance(model.start(memory), memory, tokens)


CONTENT = [
    name
    for name, settings in ATTENDING.items()
    if settings["family"] == "recurrent"
    and settings["attention"] != "location"
    and settings["window"] == "global"
]


@pytest.mark.parametrize("name", CONTENT)
def test_one_encoder_state_changes_scores_and_context(name: str) -> None:
    """Attention that never looks at the encoder's states is no attention (pitfall)."""
    model = tiny(ATTENDING[name], seed=31).eval()
    source = torch.tensor([[4, 5, 6, 7, EOS]])
    with torch.inference_mode():
        memory = model.encode(source, torch.tensor([5]))
        for position in range(5):
            shift = torch.zeros_like(memory.keys)
            shift[0, position] = torch.linspace(0.5, 1.0, shift.shape[-1])
            before = _one_step(model, memory, [BOS])
            after = _one_step(model, memory._replace(keys=memory.keys + shift), [BOS])
            ratios = (after.weights / before.weights)[0, 0]
            assert (ratios[position] - 1).abs() > 1e-4
            # The other scores are unchanged, so all other weights change in one proportion.
            others = torch.cat([ratios[:position], ratios[position + 1 :]])
            if model.system.attention != "multi-head":
                torch.testing.assert_close(others, others[:1].expand(4), rtol=1e-9, atol=0)
            shift = torch.zeros_like(memory.attended)
            shift[0, position] = 1.0
            after = _one_step(
                model, memory._replace(attended=memory.attended + shift), [BOS, FIRST_WORD]
            )
            twice = _one_step(model, memory, [BOS, FIRST_WORD])
            moved = (after.features - twice.features).abs().amax(-1)[0]
            assert moved.max() > 1e-6


@pytest.mark.parametrize("name", ALL)
def test_every_source_word_reaches_the_prediction(name: str) -> None:
    """By attention or by the fixed context, whichever the system has."""
    model = tiny(ALL[name], seed=32)
    words = [4, 5, 6, 7]
    target = [5, 6, 7, EOS]
    before = forced(model, [([*words, EOS], target)]).log_probabilities
    for position in range(len(words)):
        changed = [*words, EOS]
        changed[position] = 9
        after = forced(model, [(changed, target)]).log_probabilities
        assert (after - before).abs().max() > 1e-8, f"source word {position}"


@pytest.mark.parametrize("name", ALL)
def test_the_word_just_fed_changes_the_prediction(name: str) -> None:
    """p(y_t | y_1 .. y_{t-1}, x): a model that does not see y_{t-1} is not this product."""
    model = tiny(ALL[name], seed=33).eval()
    with torch.inference_mode():
        memory = model.encode(torch.tensor([[4, 5, 6, EOS]]), torch.tensor([4]))
    one, other = (_one_step(model, memory, [BOS, FIRST_WORD + 1, word]) for word in (FIRST_WORD, 9))
    moved = (one.features - other.features).abs().amax(-1)[0]
    assert moved[-1] > 1e-6
    assert moved[:-1].max() == 0  # and no prediction sees a word that comes after it


FED = [name for name, settings in ALL.items() if settings["input_feeding"]]


@pytest.mark.parametrize("name", FED)
def test_last_attentional_vector_changes_the_next_step(name: str) -> None:
    """Input feeding that is silently not fed (pitfall)."""
    model = tiny(ALL[name], seed=34).eval()
    with torch.inference_mode():
        memory = model.encode(torch.tensor([[4, 5, 6, EOS]]), torch.tensor([4]))
        state = model.advance(model.start(memory), memory, torch.tensor([[BOS]])).state
        word = torch.tensor([[FIRST_WORD]])
        before = model.advance(state, memory, word).features
        other = state._replace(fed=state.fed + 0.5)
        after = model.advance(other, memory, word).features
        first = model.start(memory).fed
    assert (after - before).abs().max() > 1e-6
    assert first.count_nonzero() == 0


@pytest.mark.parametrize("name", FED)
def test_the_vector_fed_is_the_one_that_was_read_out(name: str) -> None:
    model = tiny(ALL[name], seed=35).eval()
    with torch.inference_mode():
        memory = model.encode(torch.tensor([[4, 5, 6, EOS]]), torch.tensor([4]))
        result = model.advance(model.start(memory), memory, torch.tensor([[BOS, 5, 6]]))
    torch.testing.assert_close(result.state.fed, result.features[:, -1], **ROUNDING)


@pytest.mark.parametrize("name", ["location", "local-m", "location, reversed", "local-p"])
def test_sentences_longer_than_any_table_still_have_numbers(name: str) -> None:
    """Sources past the location score's rows, and targets past their sources."""
    pairs = random_pairs(36, [(30, 40), (2, 40), (30, 3)])
    result = forced(tiny(ATTENDING[name], seed=37), pairs)
    assert result.log_probabilities.isfinite().all()
    assert result.weights.isfinite().all()
    if name == "location":
        rows = ATTENDING[name]["attention_size"]
        assert result.weights[:, :, rows:].count_nonzero() == 0


def test_local_monotonic_window_is_where_it_should_be() -> None:
    """Width 2 D + 1 about step t, in the sentence's own order; by hand."""
    settings = ATTENDING["local-m"]
    half_width = settings["window_half_width"]
    (weights,) = forced(tiny(settings, seed=38), random_pairs(39, [(9, 12)])).weights
    for step in range(12):
        centre = min(step, 8)
        expected = {j for j in range(9) if abs(j - centre) <= half_width}
        assert set(weights[step].nonzero()[:, 0].tolist()) == expected
