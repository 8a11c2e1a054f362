"""The synthetic corpus: the alignment is right, the orders are what they are called."""

from __future__ import annotations

from collections import defaultdict

import pytest

from pipeline.config.corpus import Synthetic
from pipeline.data.sources import synthetic
from pipeline.refusal import Refusal


def made(order: str, **changes) -> list:
    fields = {"pairs": 60, "words": 40, "shortest": 2, "longest": 12, "seed": 3} | changes
    return synthetic.read(Synthetic(order=order, **fields), "made", "de", "en")[0]


def test_copy_keeps_every_place():
    for pair in made("copy"):
        length = len(pair.source.split())
        assert len(pair.target.split()) == length
        assert pair.alignment == tuple((place, place) for place in range(length))


def test_reverse_runs_backwards():
    for pair in made("reverse"):
        length = len(pair.source.split())
        assert pair.alignment == tuple((place, length - 1 - place) for place in range(length))


@pytest.mark.parametrize("order", ["copy", "reverse", "local"])
def test_links_join_words_to_their_one_translation(order):
    became = defaultdict(set)
    for pair in made(order):
        source, target = pair.source.split(), pair.target.split()
        words = defaultdict(list)
        for mine, other in pair.alignment:
            words[mine].append(target[other])
        for place, word in enumerate(source):
            became[word].add(tuple(words[place]))
        # Every target word comes from exactly one source word.
        assert sorted(other for _, other in pair.alignment) == list(range(len(target)))
    only_one_way = [word for word, ways in became.items() if len(ways) == 1]
    # A sentence in which nothing has a translation borrows one word: the rare exception.
    assert len(only_one_way) >= len(became) - 1
    ways = [next(iter(became[word])) for word in only_one_way]
    assert len(set(ways) - {()}) == len([way for way in ways if way])


def test_local_swaps_and_changes_length():
    pairs = made("local")
    crossing = [
        (one, two)
        for pair in pairs
        for one in pair.alignment
        for two in pair.alignment
        if one[0] < two[0] and one[1] > two[1]
    ]
    assert crossing
    assert all(two[0] - one[0] <= 2 for one, two in crossing), "only within a phrase"
    lengths = [(len(pair.source.split()), len(pair.target.split())) for pair in pairs]
    assert any(source < target for source, target in lengths)
    assert any(source > target for source, target in lengths)


def test_lengths_and_groups():
    pairs = made("local", pairs=205)
    lengths = {len(pair.source.split()) for pair in pairs}
    assert lengths == set(range(2, 13))
    assert len({pair.group for pair in pairs}) == 21
    assert len({pair.id for pair in pairs}) == 205
    assert all(pair.target for pair in pairs)


def test_the_same_settings_give_the_same_and_another_seed_others():
    assert made("local") == made("local")
    assert made("local") != made("local", seed=4)


def test_the_smallest_lexicon():
    words = {word for pair in made("local", words=4) for word in pair.source.split()}
    assert len(words) == 4


def test_shortest_above_longest():
    with pytest.raises(Refusal, match=r"shortest is 5, more than corpus.synthetic.longest \(4\)"):
        made("copy", shortest=5, longest=4)
