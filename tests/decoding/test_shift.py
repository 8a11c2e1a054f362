import numpy as np

from pipeline.decoding.shift import aligned_rows

WEIGHTS = np.eye(4, dtype=np.float32)


def test_rows_stay_where_weights_belong_to_the_predicted_word():
    np.testing.assert_array_equal(aligned_rows(WEIGHTS, 3, shift=0), WEIGHTS)


def test_rows_move_up_by_one_where_weights_belong_to_the_input_word():
    # Three words and their end: the weights of step t + 1 belong to word t, the end has none.
    rows = aligned_rows(WEIGHTS, 3, shift=1)
    np.testing.assert_array_equal(rows, WEIGHTS[1:])
    assert rows.dtype == np.float32


def test_last_word_of_a_translation_cut_off_has_a_row_of_zeros():
    rows = aligned_rows(WEIGHTS, 4, shift=1)
    np.testing.assert_array_equal(rows[:3], WEIGHTS[1:])
    np.testing.assert_array_equal(rows[3], np.zeros(4))


def test_empty_translation_has_no_rows_when_shifted():
    assert aligned_rows(WEIGHTS[:1], 0, shift=1).shape == (0, 4)
