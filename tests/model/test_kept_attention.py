"""What the Transformer keeps of a prefix and of a source: enough, and nothing computed twice."""

from __future__ import annotations

import pytest
import torch
from tiny_systems import (
    FIRST_WORD,
    RAGGED,
    SHIPPED,
    TARGET_VOCABULARY,
    batch_of,
    random_pairs,
    tiny,
)
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.utils.flop_counter import FlopCounterMode

from pipeline.data.vocabulary import BOS
from pipeline.model.kept_attention import KeysValues, SelfAttention, SourceAttention
from pipeline.model.rows import select_rows

TRANSFORMER = SHIPPED["transformer"]
BEAMS = 3


def random_words(count: int, generator: torch.Generator) -> torch.Tensor:
    return torch.randint(FIRST_WORD, TARGET_VOCABULARY, (count, 1), generator=generator)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_reordered_beams_see_what_their_whole_prefix_shows(seed: int) -> None:
    """Beams change places, and sentences leave, as in a search; prefixes are then read afresh."""
    model = tiny(TRANSFORMER, seed=seed).eval()
    batch = batch_of(random_pairs(seed, RAGGED))
    generator = torch.Generator().manual_seed(seed)
    with torch.inference_mode():
        whole = memory = model.encode(batch.source, batch.source_lengths)
        sentences = torch.arange(len(RAGGED))
        state = select_rows(model.start(memory), sentences.repeat_interleave(BEAMS))
        prefixes = torch.full((BEAMS * len(RAGGED), 1), BOS)
        for step in range(8):
            state, features, weights = model.advance(state, memory, prefixes[:, -1:])
            own = select_rows(whole, sentences.repeat_interleave(BEAMS))
            afresh = model.advance(model.start(own), own, prefixes)
            torch.testing.assert_close(features, afresh.features[:, -1:], rtol=0, atol=1e-11)
            torch.testing.assert_close(weights, afresh.weights[:, -1:], rtol=0, atol=1e-11)
            if step % 3 == 2:  # the first sentence is done
                memory = select_rows(memory, torch.arange(1, len(sentences)))
                state = select_rows(state, torch.arange(BEAMS, len(prefixes)))
                sentences, prefixes = sentences[1:], prefixes[BEAMS:]
            first = torch.arange(0, len(prefixes), BEAMS)
            parents = torch.randint(BEAMS, (len(first), BEAMS), generator=generator)
            chosen = (first[:, None] + parents).flatten()
            state = select_rows(state, chosen)
            words = random_words(len(chosen), generator)
            prefixes = torch.cat([prefixes[chosen], words], dim=1)


def multiply_adds_of_a_step(model, prefix: int, source: int) -> int:
    """Counted by PyTorch: one more word of two beams a sentence, after ``prefix`` words."""
    batch = batch_of(random_pairs(4, [(source, prefix)] * 2))
    each = torch.arange(2).repeat_interleave(2)
    with torch.inference_mode():
        memory = model.encode(batch.source, batch.source_lengths)
        start = select_rows(model.start(memory), each)
        state = model.advance(start, memory, batch.target[each]).state
        word = torch.full((len(each), 1), FIRST_WORD)
        with sdpa_kernel(SDPBackend.MATH), FlopCounterMode(display=False) as counter:
            model.advance(state, memory, word)
    return counter.get_total_flops() // 2


@pytest.mark.parametrize("prefix", [1, 5, 20])
@pytest.mark.parametrize("source", [2, 15])
def test_a_step_costs_more_after_a_longer_prefix_for_its_scores_and_contexts_alone(prefix, source):
    model = tiny(TRANSFORMER).eval()
    size, hidden, layers = 6, TRANSFORMER["hidden"], TRANSFORMER["layers"]
    # Of a word: W_Q, W_K, W_V and W_O to the prefix; W_Q and W_O to the source; feed-forward.
    projections = 4 * size**2 + 2 * size**2 + 2 * size * hidden
    attended = prefix + 1 + source
    expected = 4 * layers * (projections + 2 * size * attended)  # of 4 rows
    assert multiply_adds_of_a_step(model, prefix, source) == expected


def librarys_own(kind, seed: int) -> tuple[torch.nn.MultiheadAttention, torch.nn.Module]:
    """PyTorch's layer and ours with the same parameters by the same names."""
    torch.manual_seed(seed)
    theirs = torch.nn.MultiheadAttention(6, 2, batch_first=True).double()
    for parameter in theirs.parameters():
        torch.nn.init.normal_(parameter, std=0.5)
    ours = kind(6, 2).double()
    ours.load_state_dict(theirs.state_dict())
    return theirs, ours


def test_self_attention_is_the_librarys_layer() -> None:
    theirs, ours = librarys_own(SelfAttention, 5)
    vectors = torch.randn(3, 7, 6, dtype=torch.float64)
    allowed = torch.ones(7, 7, dtype=torch.bool).tril()
    expected, _ = theirs(vectors, vectors, vectors, attn_mask=~allowed)
    nothing = torch.zeros(3, 2, 0, 3, dtype=torch.float64)
    found, _ = ours(vectors, KeysValues(nothing, nothing), allowed)
    torch.testing.assert_close(found, expected)


def test_source_attention_is_the_librarys_layer() -> None:
    theirs, ours = librarys_own(SourceAttention, 6)
    asking, states = (torch.randn(3, length, 6, dtype=torch.float64) for length in (4, 5))
    padding = torch.arange(5) >= torch.tensor([5, 1, 3])[:, None]
    expected, expected_weights = theirs(asking, states, states, key_padding_mask=padding)
    found, weights = ours(asking, ours.prepare(states), padding)
    torch.testing.assert_close(found, expected)
    torch.testing.assert_close(weights, expected_weights)
