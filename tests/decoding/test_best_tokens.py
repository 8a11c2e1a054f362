import pytest
import torch

from pipeline.data.vocabulary import BOS, EOS, PAD, UNK
from pipeline.decoding.best_tokens import BLOCK, best_tokens, take_best


@pytest.mark.parametrize("width", [5, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK, 1000])
def test_takes_the_largest_of_any_width(width):
    values = torch.randn(30, width, generator=torch.Generator().manual_seed(width))
    expected = values.sort(dim=1, descending=True)
    best = take_best(values.clone(), 5)
    assert torch.equal(best.tokens, expected.indices[:, :5])
    assert torch.equal(best.log_probabilities, expected.values[:, :5])


def test_of_equal_values_the_lower_token_comes_first():
    generator = torch.Generator().manual_seed(3)
    values = torch.randint(0, 3, (40, 3 * BLOCK + 7), generator=generator).float()
    expected = values.sort(dim=1, descending=True, stable=True).indices[:, :6]
    assert torch.equal(take_best(values.clone(), 6).tokens, expected)


def test_the_last_block_gives_each_token_once():
    values = torch.full((1, BLOCK + 2), -5.0)
    values[0, BLOCK:] = torch.tensor([1.0, 2.0])
    assert take_best(values, 3).tokens.tolist() == [[BLOCK + 1, BLOCK, 0]]


def test_barred_tokens_are_not_chosen_and_the_others_keep_their_probability():
    logits = torch.zeros(2, 8)
    logits[:, UNK] = 3.0
    free = best_tokens(logits, 1)
    assert free.tokens.tolist() == [[UNK], [UNK]]
    barred = best_tokens(logits, 5, barred=(UNK,))
    assert barred.tokens.tolist() == [[EOS, 4, 5, 6, 7]] * 2
    expected = torch.log_softmax(logits, 1)[:, 4:5].expand(-1, 5)
    torch.testing.assert_close(barred.log_probabilities, expected)


def test_padding_and_beginning_are_never_chosen():
    logits = torch.zeros(1, 6)
    logits[0, [PAD, BOS]] = 10.0
    best = best_tokens(logits, 6)
    possible = best.log_probabilities > -torch.inf
    assert sorted(best.tokens[possible].tolist()) == [UNK, EOS, 4, 5]


def test_end_is_barred_only_where_asked():
    logits = torch.zeros(2, 6)
    logits[:, EOS] = 5.0
    best = best_tokens(logits, 1, end_barred=torch.tensor([True, False]))
    assert best.tokens.tolist() == [[UNK], [EOS]]


def test_logits_are_left_alone():
    logits = torch.randn(3, 70)
    before = logits.clone()
    best_tokens(logits, 4, barred=(UNK,), end_barred=torch.tensor([True] * 3))
    assert torch.equal(logits, before)
