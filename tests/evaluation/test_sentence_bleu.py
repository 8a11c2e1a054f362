import math

import pytest
import sacrebleu

from pipeline.evaluation.sentence_bleu import sentence_bleu


def test_a_worked_example():
    # 4 of 5 words, 3 of 4 pairs, 2 of 3 triples, 1 of 2 fours; as long as the reference.
    found = sentence_bleu(["the cat sat down now"], ["the cat sat down here"])
    product = (4 / 5) * (3 / 4) * (2 / 3) * (1 / 2)
    assert found == pytest.approx([100 * math.pow(product, 1 / 4)])


def test_a_short_sentence_is_measured_by_the_lengths_it_has():
    assert sentence_bleu(["Amen."], ["Amen."]) == pytest.approx([100.0])


def test_each_has_its_own_reference_and_sacrebleu_agrees():
    hypotheses = ["And God said, Let there be light.", "", "UNK went"]
    references = ["And God said, Let light be.", "Amen.", "He went out, and wept bitterly."]
    expected = [
        sacrebleu.sentence_bleu(hypothesis, [reference]).score
        for hypothesis, reference in zip(hypotheses, references, strict=True)
    ]
    assert sentence_bleu(hypotheses, references) == pytest.approx(expected)
    assert expected[1] == 0.0 < expected[0]


def test_lists_of_different_lengths_are_refused():
    with pytest.raises(ValueError, match="1"):
        sentence_bleu(["a"], ["a", "b"])
