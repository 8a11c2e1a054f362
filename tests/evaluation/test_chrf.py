"""chrF of a case small enough for pencil and paper, and sacrebleu's own corpus score."""

import pytest
from sacrebleu.metrics import CHRF as SacreChrf

from pipeline.evaluation.chrf import chrf_score, chrf_signature, chrf_statistics


def test_chrf_by_hand():
    # "abc" against "abd": 1-grams 2 of 3, 2-grams 1 of 2, 3-grams 0 of 1; longer ones do not exist.
    # Precision equals recall at (2/3 + 1/2 + 0) / 3, and so does their F-score.
    totals = chrf_statistics(["abc"], ["abd"]).sum(axis=0)
    assert chrf_score(totals) == pytest.approx(100 * (2 / 3 + 1 / 2) / 3)


def test_recall_weighs_more_than_precision():
    # All of "ab" is right, half of "abab" is missing: F2 of precision 1 and recall (1/2 + 1/3) / 2.
    totals = chrf_statistics(["ab"], ["abab"]).sum(axis=0)
    recall = (2 / 4 + 1 / 3) / 2
    assert chrf_score(totals) == pytest.approx(100 * 5 * recall / (4 + recall))


def test_score_of_sums_is_sacrebleus_corpus_score():
    hypotheses = ["It's a fine day", "No!", "", "Let there be light"]
    references = ["It is a fine day", "No.", "Yes.", "Let there be light:"]
    totals = chrf_statistics(hypotheses, references).sum(axis=0)
    expected = SacreChrf().corpus_score(hypotheses, [references])
    assert chrf_score(totals) == pytest.approx(expected.score, abs=1e-12)


def test_lists_that_do_not_answer_each_other_raise():
    with pytest.raises(ValueError, match="1 hypotheses but 2 references"):
        chrf_statistics(["a"], ["a", "b"])


def test_signature_is_sacrebleus():
    scorer = SacreChrf()
    scorer.corpus_score(["a"], [["b"]])
    assert chrf_signature() == str(scorer.get_signature())
