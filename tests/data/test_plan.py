"""The training plan: budget, batches, epochs, order."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.data.plan import length_batches, oversized, training_plan

COUNT = 2000


def lengths(seed: int = 0, count: int = COUNT) -> tuple[np.ndarray, np.ndarray]:
    """Source and target lengths as a real corpus has them: correlated, with a tail."""
    random = np.random.default_rng(seed)
    source = np.maximum(2, random.gamma(5, 5, count)).astype(np.int64)
    target = np.maximum(2, source * random.normal(1.1, 0.15, count)).astype(np.int64)
    return source, target


def planned(rows=None, **changes):
    source, target = lengths()
    budget = {"target_tokens": 150_000, "epoch_tokens": 20_000, "batch_tokens": 800, "seed": 5}
    rows = np.arange(COUNT) if rows is None else rows
    return training_plan(source, target, rows=rows, **(budget | changes))


def passes_of(plan, size: int) -> list[list[int]]:
    """The rows of the plan, pass by pass."""
    flat = np.concatenate(list(plan.batches())).tolist()
    return [flat[begin : begin + size] for begin in range(0, len(flat), size)]


def test_every_pass_holds_every_row_once():
    passes = passes_of(planned(), COUNT)
    assert len(passes) > 2
    for one in passes[:-1]:
        assert sorted(one) == list(range(COUNT))
    assert len(set(passes[-1])) == len(passes[-1])


def test_only_the_rows_that_are_given():
    rows = np.arange(0, COUNT, 3)
    used = np.unique(np.concatenate(list(planned(rows).batches())))
    assert used.tolist() == rows.tolist()


def test_batches_keep_to_the_budget_on_both_sides():
    source, target = lengths()
    batches = list(planned().batches())
    for rows in batches:
        assert len(rows) * source[rows].max() <= 800
        assert len(rows) * target[rows].max() <= 800
    full = [max(source[r].max(), target[r].max()) * len(r) for r in batches]
    assert np.median(full) > 0.9 * 800


def test_little_is_padding():
    source, target = lengths(count=20_000)
    plan = training_plan(
        source,
        target,
        rows=np.arange(20_000),
        target_tokens=300_000,
        epoch_tokens=50_000,
        batch_tokens=3200,
        seed=1,
    )
    source_share, target_share = plan.padding()
    assert 0 < source_share < 0.15
    assert 0 < target_share < 0.08


def test_lengths_do_not_come_in_order():
    _, target = lengths()
    means = np.array([target[rows].mean() for rows in planned().batches()])
    assert abs(np.corrcoef(means[:-1], means[1:])[0, 1]) < 0.3


def test_the_budget_is_reached_by_the_last_batch():
    _, target = lengths()
    plan = planned()
    tokens = [int(target[rows].sum()) for rows in plan.batches()]
    assert sum(tokens) == plan.target_tokens >= 150_000
    assert sum(tokens[:-1]) < 150_000


def test_epochs_end_at_the_first_batch_past_each_mark():
    _, target = lengths()
    plan = planned()
    assert len(plan) == 8
    ends = np.cumsum([sum(int(target[rows].sum()) for rows in epoch) for epoch in plan])
    last = [int(target[epoch[-1]].sum()) for epoch in plan]
    for number, (end, batch) in enumerate(zip(ends[:-1], last, strict=False), start=1):
        assert end - batch < 20_000 * number <= end
    assert plan.sentences == sum(len(rows) for epoch in plan for rows in epoch)


def test_an_epoch_shorter_than_a_batch_is_one_batch():
    plan = planned(epoch_tokens=100, target_tokens=5000)
    assert {len(epoch) for epoch in plan} == {1}


def test_the_seed_decides_and_passes_differ():
    one, same, other = planned(), planned(), planned(seed=6)
    assert [r.tolist() for r in one.batches()] == [r.tolist() for r in same.batches()]
    assert [r.tolist() for r in one.batches()] != [r.tolist() for r in other.batches()]
    first, second = (
        {frozenset(batch) for batch in _batches_of_pass(one, number)} for number in (0, 1)
    )
    assert len(first & second) < 0.2 * len(first), "passes put other sentences together"


def _batches_of_pass(plan, number: int) -> list[list[int]]:
    seen, batches = 0, []
    for rows in plan.batches():
        if seen // COUNT == number:
            batches.append(rows.tolist())
        seen += len(rows)
    return batches


def test_a_longer_plan_begins_like_a_shorter_one():
    short, long = planned(target_tokens=30_000), planned()
    for mine, other in zip(short.batches(), long.batches(), strict=False):
        assert mine.tolist() == other.tolist()


def test_the_plan_does_not_hang_on_python_hashes():
    code = (
        "import hashlib, numpy as np\n"
        "from data.test_plan import planned\n"
        "print(hashlib.sha256(np.concatenate(list(planned().batches())).tobytes()).hexdigest())"
    )
    here = hashlib.sha256(np.concatenate(list(planned().batches())).tobytes()).hexdigest()
    environment = os.environ | {"PYTHONHASHSEED": "77", "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True
    )
    assert done.stdout.strip() == here


def test_a_sentence_longer_than_a_batch_is_a_batch():
    source, target = lengths()
    target[7] = 1000
    plan = training_plan(
        source,
        target,
        rows=np.arange(COUNT),
        target_tokens=int(target.sum()),
        epoch_tokens=10**6,
        batch_tokens=800,
        seed=1,
    )
    assert [rows.tolist() for rows in plan.batches() if 7 in rows] == [[7]]
    assert oversized(source, target, np.arange(COUNT), 800) == 1
    assert oversized(source, target, np.arange(7), 800) == 0


@given(
    st.lists(st.tuples(st.integers(1, 60), st.integers(1, 60)), min_size=1, max_size=80),
    st.integers(1, 200),
)
@settings(max_examples=60, deadline=None)
def test_length_batches_cover_everything_within_the_budget(pairs, budget):
    source, target = np.array(pairs).T
    batches = length_batches(source, target, budget)
    assert sorted(np.concatenate(batches).tolist()) == list(range(len(pairs)))
    for rows in batches:
        longest = max(source[rows].max(), target[rows].max())
        assert len(rows) == 1 or len(rows) * longest <= budget
    assert (np.diff(target[np.concatenate(batches)]) >= 0).all()


def test_length_batches_of_sources_alone():
    source = np.array([9, 2, 5, 2])
    assert [rows.tolist() for rows in length_batches(source, None, 10)] == [[1, 3, 2][:2], [2], [0]]


def test_no_rows():
    with pytest.raises(ValueError, match="no rows"):
        planned(rows=np.array([], dtype=np.int64))
