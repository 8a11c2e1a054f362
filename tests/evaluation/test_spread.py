import pytest

from pipeline.evaluation.spread import pick_spread

GROUPS = [list(range(0, 50)), list(range(50, 90)), [90, 91, 92]]


def shares(rows: list[int]) -> list[int]:
    return [sum(row in group for row in rows) for group in GROUPS]


def test_every_length_gets_as_many_and_the_few_long_are_all_there():
    rows = pick_spread(GROUPS, 23, seed=1)
    assert len(set(rows)) == 23
    assert shares(rows) == [10, 10, 3]


def test_the_wanted_come_first_and_only_once():
    rows = pick_spread(GROUPS, 8, seed=1, first=[91, 7, 91])
    assert rows[:2] == [91, 7]
    assert len(set(rows)) == 8
    assert pick_spread(GROUPS, 1, seed=1, first=[91, 7]) == [91]


def test_all_are_picked_where_there_are_fewer():
    assert sorted(pick_spread(GROUPS, 500, seed=1)) == list(range(93))
    assert pick_spread([], 5, seed=1) == []


def test_the_seed_decides_and_nothing_else():
    assert pick_spread(GROUPS, 20, seed=3) == pick_spread(GROUPS, 20, seed=3)
    assert pick_spread(GROUPS, 20, seed=3) != pick_spread(GROUPS, 20, seed=4)


@pytest.mark.parametrize("count", [1, 9, 40])
def test_fewer_sentences_are_the_beginning_of_more(count):
    assert pick_spread(GROUPS, 60, seed=2)[:count] == pick_spread(GROUPS, count, seed=2)
