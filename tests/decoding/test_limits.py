import pytest
import torch

from pipeline.decoding.limits import LONGEST_AT_LEAST, LengthLimits
from pipeline.refusal import Refusal


def test_steps_follow_the_source_length_with_its_end():
    limits = LengthLimits(max_ratio=3.0, min_ratio=0.5).steps(torch.tensor([2, 7, 40]))
    assert limits.most.tolist() == [6, 21, 120]
    assert limits.fewest.tolist() == [1, 3, 20]


def test_ratio_is_not_rounded_up_by_a_float():
    limits = LengthLimits(max_ratio=1.1, min_ratio=0.7).steps(torch.tensor([10]))
    assert limits.most.tolist() == [11]
    assert limits.fewest.tolist() == [7]


def test_even_the_shortest_source_gets_a_few_steps():
    assert LengthLimits(1.0, 0.0).steps(torch.tensor([1])).most.tolist() == [LONGEST_AT_LEAST]


def test_there_is_always_a_step_at_which_the_sentence_may_end():
    limits = LengthLimits(max_ratio=1.0, min_ratio=1.0).steps(torch.tensor([1, 6, 50]))
    assert bool((limits.fewest < limits.most).all())


def test_empty_source_is_refused():
    with pytest.raises(Refusal, match="sentence 1 of the batch is empty"):
        LengthLimits(3.0, 0.5).steps(torch.tensor([3, 0]))
