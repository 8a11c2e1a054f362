import numpy as np

from pipeline.decoding.unknown import most_attended_word, replace_unknown

SOURCE = ["Mose", "sah", "Gott"]
WORD_OF = [0, 1, 2, 3]  # a word is an id; 3 is the end of sentence


def replaced(words, rows, **changes):
    given = {
        "unknown": [word == "UNK" for word in words],
        "word_of": range(len(words)),
        "source_words": SOURCE,
        "source_word_of": WORD_OF,
    } | changes
    return replace_unknown(words, rows=np.array(rows, dtype=np.float32), **given)


def test_unknown_words_become_the_raw_source_word_attended_most():
    rows = [[0.1, 0.2, 0.6, 0.1], [0.1, 0.7, 0.1, 0.1], [0.5, 0.2, 0.2, 0.1]]
    assert replaced(["UNK", "saw", "UNK"], rows) == ["Gott", "saw", "Mose"]


def test_the_end_of_sentence_is_never_taken():
    assert replaced(["UNK"], [[0.04, 0.05, 0.01, 0.9]]) == ["sah"]


def test_padding_is_never_taken():
    # Attention over a padded batch, word indices for the sentence's own ids alone.
    padded = np.array([[0.1, 0.3, 0.2, 0.0, 0.4]], dtype=np.float32)
    assert most_attended_word(padded[0, :4], WORD_OF, 3) == 1


def test_nothing_attended_leaves_the_word_unknown():
    assert replaced(["UNK", "UNK"], [[0, 0, 0, 1], [0, 0, 0, 0]]) == ["UNK", "UNK"]


def test_of_equal_words_the_first_is_taken():
    assert replaced(["UNK"], [[0.0, 0.4, 0.4, 0.2]]) == ["sah"]


def test_attention_of_a_source_words_pieces_is_summed():
    # "Gott" is two pieces with .25 each; "sah" is one with .3.
    pieces = {"source_word_of": [0, 1, 2, 2, 3]}
    assert replaced(["UNK"], [[0.1, 0.3, 0.25, 0.25, 0.1]], **pieces) == ["Gott"]


def test_a_target_word_with_an_unknown_piece_is_replaced_whole():
    words = ["Jo?n", "saw"]
    rows = [[0.9, 0.1, 0, 0], [0.0, 0.2, 0.7, 0.1], [0.8, 0.1, 0.1, 0.0], [0, 1, 0, 0]]
    found = replaced(words, rows, unknown=[False, True, False, False], word_of=[0, 0, 0, 1])
    assert found == ["Gott", "saw"]


def test_several_unknown_pieces_of_a_word_vote_together():
    rows = [[0.6, 0.4, 0, 0], [0.0, 0.8, 0.2, 0]]
    assert replaced(["??"], rows, unknown=[True, True], word_of=[0, 0]) == ["sah"]


def test_a_known_word_that_reads_unk_is_left_alone():
    assert replaced(["UNK"], [[1, 0, 0, 0]], unknown=[False]) == ["UNK"]


def test_words_given_are_not_changed():
    words = ["UNK"]
    replaced(words, [[1, 0, 0, 0]])
    assert words == ["UNK"]
