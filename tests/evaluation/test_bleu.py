"""BLEU by hand, and sacrebleu's own corpus score of the same sentences."""

import math

import pytest
from sacrebleu.metrics import BLEU as SacreBleu

from pipeline.evaluation.bleu import (
    bleu_length_ratio,
    bleu_score,
    bleu_signature,
    bleu_statistics,
)
from pipeline.evaluation.bleu_tokens import bleu_tokenizer
from pipeline.evaluation.sentence_bleu import sentence_bleu

HYPOTHESES = ["the cat sat on the mat", "a dog"]
REFERENCES = ["the cat sat on a mat", "a dog barked"]


def test_statistics_by_hand():
    statistics = bleu_statistics(HYPOTHESES, REFERENCES)
    # "the" stands once in the reference, so only one of two counts.
    assert statistics[0].tolist() == [6, 6, 5, 3, 2, 1, 6, 5, 4, 3]
    assert statistics[1].tolist() == [2, 3, 2, 1, 0, 0, 2, 1, 0, 0]


def test_corpus_bleu_by_hand():
    totals = bleu_statistics(HYPOTHESES, REFERENCES).sum(axis=0)
    brevity = math.exp(1 - 9 / 8)
    precisions = (7 / 8) * (4 / 6) * (2 / 4) * (1 / 3)
    assert bleu_score(totals) == pytest.approx(100 * brevity * precisions**0.25)
    assert bleu_length_ratio(totals) == pytest.approx(8 / 9)


def test_score_of_sums_is_sacrebleus_corpus_score():
    hypotheses = ["It's a fine day, isn't it?", "No!", "", "and God said, Let there be light"]
    references = ["It is a fine day, isn't it?", "No.", "Yes.", "And God said, Let there be light:"]
    totals = bleu_statistics(hypotheses, references).sum(axis=0)
    expected = SacreBleu().corpus_score(hypotheses, [references])
    assert bleu_score(totals) == pytest.approx(expected.score, abs=1e-12)


def test_hypothesis_and_reference_are_not_swapped():
    # A short hypothesis is penalised for brevity; a short reference is not.
    short, long = ["one two three four"], ["one two three four five six seven eight"]
    cut = bleu_score(bleu_statistics(short, long).sum(axis=0))
    assert cut == pytest.approx(100 * math.exp(1 - 8 / 4))
    assert bleu_score(bleu_statistics(long, short).sum(axis=0)) != pytest.approx(cut)


def test_case_and_punctuation_count():
    spaced = bleu_statistics(["The end of it ."], ["The end of it."]).sum(axis=0)
    assert bleu_score(spaced) == pytest.approx(100)
    assert bleu_score(bleu_statistics(["the end of it."], ["The end of it."]).sum(axis=0)) < 100


@pytest.mark.parametrize(
    ("hypotheses", "references"),
    [(["a"], ["a", "b"]), (["a", "b"], ["a"]), ([], []), (["a"], "a"), ("a", ["a"])],
)
def test_lists_that_do_not_answer_each_other_raise(hypotheses, references):
    with pytest.raises(ValueError, match=r"hypotheses but|no sentence|a string"):
        bleu_statistics(hypotheses, references)


def test_signature_is_sacrebleus():
    scorer = SacreBleu()
    scorer.corpus_score(HYPOTHESES, [REFERENCES])
    assert bleu_signature(REFERENCES) == str(scorer.get_signature())
    assert "tok:13a" in bleu_signature(REFERENCES)
    assert "case:mixed" in bleu_signature(REFERENCES)


@pytest.mark.parametrize(
    ("references", "tokenizer"),
    [
        (["我今天去学校。", "你好, world"], "zh"),
        (["私はりんごを食べる。"], "char"),
        (["ฉันชอบกินน้ำ"], "char"),
        (["the city of 北京 is very large", "Haus"], "13a"),
        (["ἐν ἀρχῇ", "Привет", "می روم", "हिन्दी", "한국어"], "13a"),
        ([], "13a"),
    ],
)
def test_scripts_without_spaces_are_counted_by_character(references, tokenizer):
    assert bleu_tokenizer(references) == tokenizer
    if references:
        assert f"tok:{tokenizer}" in bleu_signature(references)


def test_a_nearly_right_clause_scores_in_a_script_without_spaces():
    references, hypotheses = ["我今天去学校看老师。"], ["我今天去学校看书。"]
    totals = bleu_statistics(hypotheses, references).sum(axis=0)
    expected = SacreBleu(tokenize="zh").corpus_score(hypotheses, [references])
    assert 50 < bleu_score(totals) == pytest.approx(expected.score)
    assert totals[1] == 10
    assert sentence_bleu(hypotheses, references) == pytest.approx([expected.score])


def test_an_order_without_matches_is_smoothed():
    # 3 of 4 words, 2 of 3, 1 of 2, 0 of 1: sacrebleu counts the last as half a match.
    totals = bleu_statistics(["the cat sat here"], ["the cat sat down"]).sum(axis=0)
    assert bleu_score(totals) == pytest.approx(100 * (3 / 4 * 2 / 3 * 1 / 2 * 0.5 / 1) ** 0.25)
