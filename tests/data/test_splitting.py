"""Splitting: whole groups, no leak, and every pair that is left out is counted."""

from __future__ import annotations

import pytest

from pipeline.config.corpus import Split
from pipeline.data.pairs import Pair
from pipeline.data.splitting import Sentences, implausible, split
from pipeline.refusal import Refusal


def sentence(name: str, group: str, source: str, target: str) -> Sentences:
    return Sentences(Pair(name, group, source, target), source.split(), target.split())


def corpus(groups: int = 40, size: int = 5) -> list[Sentences]:
    return [
        sentence(f"{group}:{place}", str(group), f"quelle {group} {place}", f"goal {group} {place}")
        for group in range(groups)
        for place in range(size)
    ]


def settings(**changes) -> Split:
    fields = {"validation_pairs": 20, "test_pairs": 30, "training_pairs": None, "seed": 1}
    return Split(**(fields | changes))


def ids(sentences) -> list[str]:
    return [one.pair.id for one in sentences]


def test_groups_are_held_out_whole_and_every_pair_is_somewhere():
    whole = corpus()
    parts = split(whole, settings())
    groups = [{one.pair.group for one in part} for part in parts[:3]]
    assert not groups[0] & groups[1]
    assert not groups[0] & groups[2]
    assert not groups[1] & groups[2]
    assert sorted(ids(parts.train) + ids(parts.validation) + ids(parts.test)) == sorted(ids(whole))
    assert (len(parts.test), len(parts.validation)) == (30, 20)
    assert parts.groups == {"train": 30, "validation": 4, "test": 6}


def test_held_out_pairs_are_about_as_many_as_asked_for():
    parts = split(corpus(size=7), settings())
    assert len(parts.test) == 35
    assert len(parts.validation) == 21


def test_order_is_the_corpus_order():
    whole = ids(corpus())
    for part in split(corpus(), settings())[:3]:
        assert ids(part) == sorted(ids(part), key=whole.index)


def test_the_seed_decides():
    assert ids(split(corpus(), settings()).test) == ids(split(corpus(), settings()).test)
    assert ids(split(corpus(), settings()).test) != ids(split(corpus(), settings(seed=2)).test)
    # Held-out groups are scattered, not the first or the last ones.
    assert {one.pair.group for one in split(corpus(), settings()).test} - {
        str(group) for group in (*range(6), *range(34, 40))
    }


def with_repeats() -> tuple[list[Sentences], list[Sentences], list[Sentences]]:
    """A corpus, its test and its validation pairs."""
    parts = split(corpus(), settings())
    return corpus(), parts.test, parts.validation


def repeated(whole: list[Sentences], at: str, source: str, target: str) -> list[Sentences]:
    return [
        sentence(one.pair.id, one.pair.group, source, target) if one.pair.id == at else one
        for one in whole
    ]


def test_repeats_of_held_out_pairs_leave_training():
    whole, test, validation = with_repeats()
    train = split(whole, settings()).train
    first, second, third = (one.pair.id for one in train[:3])
    # Repeated but for case and punctuation; and with one side the same only.
    whole = repeated(whole, first, test[0].pair.source.upper() + " !", test[0].pair.target)
    whole = repeated(whole, second, validation[0].pair.source, validation[0].pair.target)
    whole = repeated(whole, third, test[1].pair.source, "something else")
    parts = split(whole, settings())
    assert first not in ids(parts.train)
    assert second not in ids(parts.train)
    assert third in ids(parts.train)
    assert parts.dropped["training: repeats a test or validation pair"] == 2
    assert parts.overlap["training pairs with the source of a test pair"] == 1
    assert parts.overlap["test pairs with the source of a training pair"] == 1
    assert parts.overlap["training pairs with the target of a test pair"] == 0
    assert len(parts.test) == len(test)


def test_repeats_of_test_pairs_leave_validation():
    whole, test, validation = with_repeats()
    whole = repeated(whole, validation[0].pair.id, test[0].pair.source, test[0].pair.target)
    parts = split(whole, settings())
    assert validation[0].pair.id not in ids(parts.validation)
    assert parts.dropped["validation: repeats a test pair"] == 1


@pytest.mark.parametrize(
    ("source", "target", "odd"),
    [(3, 10, False), (3, 9, False), (4, 12, False), (4, 13, True), (31, 10, True), (30, 10, False)],
)
def test_implausible_lengths(source, target, odd):
    assert implausible(sentence("a", "g", "w " * source, "w " * target)) is odd


def test_implausible_pairs_leave_training_alone():
    whole, test, _ = with_repeats()
    train = split(whole, settings()).train
    for at in (train[0].pair.id, test[0].pair.id):
        whole = repeated(whole, at, "kurz", f"{at} " * 40)
    parts = split(whole, settings())
    assert train[0].pair.id not in ids(parts.train)
    assert test[0].pair.id in ids(parts.test)
    assert 1 in [count for reason, count in parts.dropped.items() if "3 times" in reason]


def test_training_pairs_are_drawn_at_random_by_the_seed():
    parts = split(corpus(), settings(training_pairs=25))
    again = split(corpus(), settings(training_pairs=25))
    whole = split(corpus(), settings())
    assert ids(parts.train) == ids(again.train)
    assert len(parts.train) == 25
    assert set(ids(parts.train)) < set(ids(whole.train))
    assert ids(parts.train) != ids(whole.train)[:25]
    assert ids(parts.test) == ids(whole.test)
    assert parts.dropped["training: not drawn (corpus.split.training_pairs)"] == 125


def test_more_training_pairs_than_there_are():
    assert len(split(corpus(), settings(training_pairs=10_000)).train) == 150


@pytest.mark.parametrize(
    "changes", [{"test_pairs": 180}, {"test_pairs": 200}, {"validation_pairs": 170}]
)
def test_more_held_out_pairs_than_there_are_is_refused(changes):
    asked = settings(**changes)
    said = refusal(corpus(), asked)
    assert said == (
        f"corpus.split leaves no training pair: test_pairs asks for {asked.test_pairs} and "
        f"validation_pairs asks for {asked.validation_pairs}, and there are 200 pairs to take them "
        "from. Ask for fewer: together they must be clearly less than there is."
    )


def refusal(sentences: list[Sentences], asked: Split) -> str:
    with pytest.raises(Refusal) as refused:
        split(sentences, asked)
    return str(refused.value)


@pytest.mark.parametrize(
    ("groups", "told"),
    [(1, "1,000 pairs lie in 1 group of up to 1,000, which is held"), (2, "2 groups of up to 1,0")],
)
def test_groups_too_large_to_leave_any_are_refused_with_their_size(groups, told):
    said = refusal(corpus(groups=groups, size=1000), settings())
    assert said.startswith("corpus.split leaves no training pair: ")
    assert told in said
    assert "test_pairs asks for 30 and validation_pairs asks for 20. Make the groups small" in said
    assert "corpus.group_pairs" in said


def test_training_pairs_that_all_repeat_held_out_ones_are_told_as_such():
    same = [sentence(str(n), str(n // 10), "a b c", "d e f") for n in range(3000)]
    said = refusal(same, settings(test_pairs=100, validation_pairs=50))
    assert said == (
        "corpus.split leaves no training pair: 2,850 pairs would be for training, but 2,850 repeat "
        "a test or validation pair, letter case and punctuation apart, and were dropped. What is "
        "tested must not be trained on, so take repeated pairs out of the corpus."
    )


def test_validation_pairs_that_all_repeat_test_pairs_are_told_as_such():
    whole, test, validation = with_repeats()
    for one in validation:
        whole = repeated(whole, one.pair.id, test[0].pair.source, test[0].pair.target)
    said = refusal(whole, settings())
    assert "no validation pair: 20 pairs would be for validation, but 20 repeat a test pair" in said


def test_training_pairs_of_unlike_lengths_are_told_as_such():
    whole, test, validation = with_repeats()
    kept = {*ids(test), *ids(validation)}
    for one in corpus():
        if one.pair.id not in kept:
            whole = repeated(whole, one.pair.id, "kurz", f"{one.pair.id} " * 40)
    first = next(one.pair.id for one in whole if one.pair.id not in kept)
    whole = repeated(whole, first, test[0].pair.source, test[0].pair.target)
    said = refusal(whole, settings())
    assert "150 pairs would be for training, but 1 repeats a test or validation pair, let" in said
    assert " and 149 have one side of several times the other's words, and were dropped." in said
    assert "look whether line N of one side still translates line N of the other" in said
    assert "asks for" not in said


def test_what_the_corpus_brings_is_asked_for_nothing():
    brought = [
        one._replace(pair=one.pair._replace(held_out="validation" if n < 20 else None))
        for n, one in enumerate(corpus())
    ]
    said = refusal(brought, settings(test_pairs=180))
    assert "test_pairs asks for 180, and there are 180 pairs to take them from. Ask for fe" in said
    assert "it must be clearly less" in said
    assert "validation_pairs" not in said
