"""The aligner finds the links of the synthetic corpus, the same ones every time."""

from __future__ import annotations

import pytest

from pipeline.config.alignment import Alignment
from pipeline.config.corpus import Synthetic
from pipeline.data.sources import synthetic
from pipeline.evaluation.aer import LINK_MEASURES, link_statistics
from pipeline.evaluation.statistical_aligner import align

PAIRS = 400
WANTED = range(PAIRS - 80, PAIRS)
AER = LINK_MEASURES[0]


def settings(**changes) -> Alignment:
    plain = {
        "aligner": "eflomal",
        "ibm1_iterations": 2,
        "hmm_iterations": 2,
        "fertility_iterations": 6,
        "samplers": 2,
        "lowercase": True,
        "seed": 1,
    }
    return Alignment.model_validate(plain | changes)


@pytest.fixture(scope="module")
def corpus():
    """Pairs in which neighbours swap, some words become two, and some vanish."""
    grammar = Synthetic(pairs=PAIRS, order="local", words=40, shortest=3, longest=10, seed=3)
    return synthetic.read(grammar, "made", "aa", "bb")[0]


def words(corpus, side):
    return [getattr(pair, side).split() for pair in corpus]


def error(links, corpus):
    rows = [
        link_statistics(found, set(corpus[row].alignment), set())
        for row, found in zip(WANTED, links, strict=True)
    ]
    return AER.score([sum(column) for column in zip(*rows, strict=True)])


@pytest.mark.parametrize("aligner", ["eflomal", "hmm"])
def test_known_links_are_found(corpus, aligner):
    source, target = words(corpus, "source"), words(corpus, "target")
    found = align(source, target, WANTED, settings(aligner=aligner))
    assert len(found) == len(WANTED)
    assert error([one.symmetrised for one in found], corpus) < 0.1
    shuffled = [one.symmetrised for one in found[1:] + found[:1]]
    assert error(shuffled, corpus) > 0.5  # so that the figure above can fail


def test_each_direction_gives_a_word_one_link_and_symmetrised_lies_between(corpus):
    source, target = words(corpus, "source"), words(corpus, "target")
    for row, one in zip(WANTED, align(source, target, WANTED, settings()), strict=True):
        targets = [link[1] for link in one.forward]
        sources = [link[0] for link in one.backward]
        assert len(targets) == len(set(targets))
        assert len(sources) == len(set(sources))
        assert one.forward & one.backward <= one.symmetrised <= one.forward | one.backward
        for source_word, target_word in one.forward | one.backward:
            assert source_word < len(source[row])
            assert target_word < len(target[row])


@pytest.mark.parametrize("aligner", ["eflomal", "hmm"])
def test_the_same_settings_give_the_same_links(corpus, aligner):
    source, target = words(corpus[:150], "source"), words(corpus[:150], "target")
    chosen = settings(aligner=aligner)
    first, second = (align(source, target, range(150), chosen) for _ in range(2))
    assert first == second


def test_another_seed_and_case_change_something(corpus):
    source, target = words(corpus[:60], "source"), words(corpus[:60], "target")
    plain = align(source, target, range(60), settings())
    assert align(source, target, range(60), settings(seed=2)) != plain
    # Every other sentence in capitals: the same words only where they are lower-cased.
    loud = [[word.upper() for word in some] if row % 2 else some for row, some in enumerate(source)]
    assert align(loud, target, range(60), settings()) == plain
    assert align(loud, target, range(60), settings(lowercase=False)) != plain


def test_an_error_of_the_other_direction_is_told(corpus, monkeypatch, capfd):
    """It is made by another process, which may run out of memory, say."""
    source, target = words(corpus, "source"), words(corpus, "target")
    broken = settings().model_copy(update={"aligner": "eflomal", "seed": "none"})
    monkeypatch.setattr("pipeline.evaluation.statistical_aligner._one_way", lambda *_: [])
    with pytest.raises(RuntimeError, match="other direction ended with code 1"):
        align(source, target, WANTED, broken)
