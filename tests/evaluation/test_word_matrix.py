import numpy as np
import pytest

from pipeline.evaluation.word_matrix import word_matrix

# Two target words of two and one pieces, then the end; one source word of two pieces, one of one,
# then the end.
WEIGHTS = np.array(
    [
        [0.1, 0.2, 0.3, 0.4],
        [0.5, 0.1, 0.2, 0.2],
        [0.0, 0.0, 1.0, 0.0],
        [0.0, 0.25, 0.25, 0.5],
    ],
    dtype=np.float32,
)
SOURCE, TARGET = [0, 0, 1, 2], [0, 0, 1, 2]


def test_source_pieces_are_summed_and_target_pieces_averaged():
    assert word_matrix(WEIGHTS, SOURCE, TARGET) == pytest.approx(
        np.array(
            [
                # ((0.1 + 0.2) + (0.5 + 0.1)) / 2 on the first word, and so on.
                [0.45, 0.25, 0.3],
                [0.0, 1.0, 0.0],
                [0.25, 0.25, 0.5],
            ]
        )
    )


def test_rows_that_sum_to_one_still_do():
    draw = np.random.default_rng(1)
    weights = draw.dirichlet(np.ones(7), size=6)
    words = word_matrix(weights, [0, 0, 1, 1, 1, 2, 3], [0, 1, 1, 1, 2, 3])
    assert words.shape == (4, 4)
    assert words.sum(axis=1) == pytest.approx(np.ones(4))


def test_whole_words_are_left_as_they_are():
    weights = np.random.default_rng(1).dirichlet(np.ones(4), size=3)
    assert word_matrix(weights, range(4), range(3)) == pytest.approx(weights)


def test_an_unfinished_translation_has_no_row_for_its_end():
    assert word_matrix(WEIGHTS[:3], SOURCE, TARGET[:3]).shape == (2, 3)


def test_a_word_without_ids_gets_zeros():
    words = word_matrix(WEIGHTS[:2], [0, 0, 2, 3], [0, 2])
    assert words.shape == (3, 4)
    assert not words[:, 1].any()
    assert not words[1].any()


def test_an_empty_translation_has_no_rows():
    assert word_matrix(np.zeros((0, 4)), SOURCE, []).shape == (0, 3)


@pytest.mark.parametrize(("source", "target"), [(SOURCE[:3], TARGET), (SOURCE, TARGET[:3])])
def test_indices_that_do_not_fit_raise(source, target):
    with pytest.raises(ValueError, match="weights of shape"):
        word_matrix(WEIGHTS, source, target)
