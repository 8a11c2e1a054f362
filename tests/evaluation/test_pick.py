import numpy as np
import pytest

from pipeline.evaluation.long import pick_long
from pipeline.evaluation.pick import pick_alignments

DRAW = np.random.default_rng(1)
LENGTHS = DRAW.integers(1, 60, size=400)
KNOWN = DRAW.random(400) < 0.5


def test_picks_known_sentences_of_the_papers_length():
    picked = pick_alignments(LENGTHS, KNOWN, 4, seed=1)
    assert len(set(picked.rows)) == 4
    assert picked.rows == sorted(picked.rows)
    assert all(KNOWN[row] and 10 <= LENGTHS[row] <= 20 for row in picked.rows)
    assert "without unknown words and of 10 to 20 source words" in picked.rule
    assert "seed 1" in picked.rule


def test_the_seed_decides_and_nothing_else():
    first = pick_alignments(LENGTHS, KNOWN, 4, seed=1)
    assert first == pick_alignments(LENGTHS.tolist(), KNOWN.tolist(), 4, seed=1)
    others = [pick_alignments(LENGTHS, KNOWN, 4, seed).rows for seed in range(2, 6)]
    assert any(rows != first.rows for rows in others)


def test_every_fitting_sentence_can_be_picked():
    seen = {
        row for seed in range(200) for row in pick_alignments([12] * 6, [True] * 6, 2, seed).rows
    }
    assert seen == set(range(6))


def test_the_rule_is_relaxed_in_the_stated_order():
    lengths = [15, 7, 12, 40, 12]
    known = [True, True, False, True, False]
    picked = pick_alignments(lengths, known, 4, seed=1)
    assert picked.rows == [0, 1, 2, 4]
    assert picked.rule == (
        "1 sentence drawn at random (seed 1) from the test sentences without unknown words and "
        "of 10 to 20 source words; as there are no others, 1 more from those without unknown "
        "words and of 5 to 30 source words; as there are no others, 2 more from those of 5 to 30 "
        "source words; no translation was looked at."
    )
    assert pick_alignments(lengths, known, 5, seed=1).rows == [0, 1, 2, 3, 4]


def test_fewer_sentences_than_asked_for_are_all_picked():
    assert pick_alignments([3], [False], 4, seed=1).rows == [0]
    assert pick_alignments([], [], 4, seed=1) == ([], "No sentence to show.")


def test_long_sentences_are_drawn_at_random():
    picked = pick_long(LENGTHS, from_words=40, count=3, seed=1)
    assert len(set(picked.rows)) == 3
    assert all(LENGTHS[row] >= 40 for row in picked.rows)
    assert f"from the {(LENGTHS >= 40).sum()} test sentences of 40 source words" in picked.rule
    rows = [pick_long(LENGTHS, 40, 3, seed).rows for seed in range(5)]
    assert any(other != picked.rows for other in rows)


@pytest.mark.parametrize(
    ("count", "rows"), [(1, [1]), (2, [1, 3]), (3, [0, 1, 3]), (9, [0, 1, 2, 3])]
)
def test_without_long_sentences_the_longest_are_shown(count, rows):
    picked = pick_long([5, 9, 5, 8], from_words=40, count=count, seed=1)
    assert picked.rows == rows
    assert "with the most source words, since only 0 of all reach 40" in picked.rule
