import numpy as np
import pytest

from pipeline.evaluation.buckets import length_buckets
from pipeline.refusal import Refusal


def spans(buckets):
    return [(bucket.label, bucket.low, bucket.high, bucket.rows.tolist()) for bucket in buckets]


def of_sizes(*sizes):
    """Lengths that put ``sizes[k]`` sentences into the k-th bucket of edges 10, 20, 30, ..."""
    return [10 * k + 5 for k, size in enumerate(sizes) for _ in range(size)]


def labels(sizes, minimum):
    edges = [10 * (k + 1) for k in range(len(sizes) - 1)]
    return [bucket.label for bucket in length_buckets(of_sizes(*sizes), edges, minimum)]


def test_edges_belong_to_the_shorter_bucket_and_the_last_is_open():
    assert spans(length_buckets([1, 10, 11, 20, 21, 500], [10, 20], minimum=1)) == [
        ("1-10", 1, 10, [0, 1]),
        ("11-20", 11, 20, [2, 3]),
        ("over 20", 21, None, [4, 5]),
    ]


def test_a_small_bucket_joins_its_shorter_neighbour():
    buckets = length_buckets(of_sizes(5, 2, 5), [10, 20], minimum=3)
    assert [bucket.label for bucket in buckets] == ["1-20", "over 20"]
    assert buckets[0].merged == ("1-10", "11-20")
    assert buckets[1].merged == ()
    assert buckets[0].rows.tolist() == list(range(7))


def test_the_first_bucket_joins_the_next():
    assert labels([2, 5, 5], minimum=3) == ["1-20", "over 20"]


def test_merging_goes_from_long_to_short():
    # Up from the short end, 2 would join 6, then each next 2 as well: one bucket of 12.
    assert labels([6, 2, 2, 2], minimum=4) == ["1-20", "over 20"]


def test_small_tail_buckets_add_up_until_they_are_large_enough():
    assert labels([9, 9, 1, 1, 1], minimum=3) == ["1-10", "11-20", "over 20"]


def test_empty_buckets_vanish():
    assert labels([4, 0, 4, 0], minimum=1) == ["1-20", "over 20"]


def test_fewer_sentences_than_the_minimum_give_one_bucket():
    (bucket,) = length_buckets([3, 33], [10, 20], minimum=50)
    assert (bucket.label, bucket.low, bucket.high) == ("any length", 1, None)
    assert bucket.rows.tolist() == [0, 1]


def test_a_bucket_of_one_length_is_named_by_it():
    assert length_buckets([1, 2], [1], minimum=1)[0].label == "1"


def test_every_sentence_is_in_exactly_one_bucket():
    lengths = np.random.default_rng(3).integers(1, 80, size=400)
    buckets = length_buckets(lengths, [10, 20, 30, 40, 50], minimum=50)
    rows = np.concatenate([bucket.rows for bucket in buckets])
    assert sorted(rows.tolist()) == list(range(400))
    assert all(len(bucket.rows) >= 50 for bucket in buckets)
    for bucket in buckets:
        high = bucket.high or 1000
        assert all(bucket.low <= lengths[row] <= high for row in bucket.rows)


@pytest.mark.parametrize("edges", [[20, 10], [10, 10]])
def test_edges_that_do_not_rise_are_refused(edges):
    with pytest.raises(Refusal, match=r"length_edges.*exceed"):
        length_buckets([1, 2], edges, minimum=1)


def test_an_empty_test_set_is_refused():
    with pytest.raises(Refusal, match="empty"):
        length_buckets([], [10], minimum=1)
