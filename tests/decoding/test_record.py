import json

import numpy as np
import pytest

from pipeline.data.detokenize import Detokenizer
from pipeline.data.vocabulary import SPECIAL_SYMBOLS, UNK, Vocabulary
from pipeline.decoding.hypothesis import Hypothesis
from pipeline.decoding.record import Recorder, SourceSentence
from pipeline.decoding.references import ReferenceScore

WORDS = Vocabulary([*SPECIAL_SYMBOLS, "saw", "God", ".", ","])
PIECES = Vocabulary([*SPECIAL_SYMBOLS, "▁saw", "▁Jo", "n", "▁."])
SENTENCE = SourceSentence("1 Mose 1:1", ["Mose", "sah", "Gott", "."], [0, 1, 2, 3, 4])
REFERENCE = ReferenceScore(12.3456789, 6)
SAW, GOD, STOP = 4, 5, 6


def hypothesis(tokens, weights, finished=True):
    return Hypothesis(tokens, finished, -3.25, -0.65, weights)


def recorded(tokens, weights, *, shift=0, finished=True, vocabulary=WORDS, kind="word"):
    recorder = Recorder(vocabulary, Detokenizer(kind, "en"), shift)
    return json.loads(recorder.line(SENTENCE, hypothesis(tokens, weights, finished), REFERENCE))


def looks_at(*positions):
    """Weights [steps, 5], each step on one source position; the others share a little."""
    weights = np.full((len(positions), 5), 0.05, dtype=np.float32)
    weights[range(len(positions)), positions] = 0.8
    return weights


def test_line_holds_everything_later_stages_ask_for():
    entry = recorded([UNK, SAW, GOD, STOP], looks_at(0, 1, 2, 3, 4))
    assert entry == {
        "id": "1 Mose 1:1",
        "tokens": ["UNK", "saw", "God", "."],
        "words": ["UNK", "saw", "God", "."],
        "text": "UNK saw God.",
        "text_replaced": "Mose saw God.",
        "log_probability": -3.25,
        "score": -0.65,
        "finished": True,
        "reference_nll": 12.345679,
        "reference_tokens": 6,
    }


def test_without_attention_unk_stays():
    entry = recorded([UNK, SAW], None)
    assert entry["text_replaced"] == entry["text"] == "UNK saw"


def test_without_unk_both_texts_are_the_same():
    entry = recorded([GOD, SAW], looks_at(2, 1, 4))
    assert entry["text_replaced"] == entry["text"] == "God saw"


def test_end_of_sentence_attended_most_is_not_copied():
    weights = looks_at(4, 1, 4)
    weights[0, 2] = 0.1
    assert recorded([UNK, SAW], weights)["text_replaced"] == "Gott saw"


@pytest.mark.parametrize(("shift", "copied"), [(0, "Mose"), (1, "Gott")])
def test_replacement_follows_the_models_order_of_step(shift, copied):
    # Step 0 looks at word 0 and step 1 at word 2; which of them is UNK's depends on the order.
    entry = recorded([UNK, SAW], looks_at(0, 2, 4), shift=shift)
    assert entry["text_replaced"] == f"{copied} saw"


def test_last_word_cut_off_has_no_attention_of_its_own_in_shifted_order():
    entry = recorded([UNK, UNK], looks_at(0, 2), shift=1, finished=False)
    assert entry["text_replaced"] == "Gott UNK"
    assert not entry["finished"]


def test_empty_translation_is_empty_text():
    entry = recorded([], looks_at(4))
    assert entry["text"] == entry["text_replaced"] == ""
    assert entry["words"] == entry["tokens"] == []


def test_subwords_are_joined_and_a_word_with_an_unknown_piece_is_replaced_whole():
    jo, n, stop = 5, 6, 7
    weights = looks_at(0, 2, 0, 1, 3, 4)
    entry = recorded([jo, UNK, n, SAW, stop], weights, vocabulary=PIECES, kind="bpe")
    assert entry["tokens"] == ["▁Jo", "UNK", "n", "▁saw", "▁."]
    assert entry["words"] == ["JoUNKn", "saw", "."]
    assert entry["text"] == "JoUNKn saw."
    assert entry["text_replaced"] == "Gott saw."


def test_rows_of_the_attention_file_are_shifted_with_the_words():
    weights = looks_at(0, 2, 4)
    found = hypothesis([UNK, SAW], weights)
    plain = Recorder(WORDS, Detokenizer("word", "en"), 0)
    shifted = Recorder(WORDS, Detokenizer("word", "en"), 1)
    np.testing.assert_array_equal(plain.rows(found), weights)
    np.testing.assert_array_equal(shifted.rows(found), weights[1:])
    assert plain.rows(hypothesis([SAW], None)) is None
