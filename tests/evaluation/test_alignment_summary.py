import numpy as np
import pytest

from pipeline.evaluation.alignment_summary import Aligned, summarise
from pipeline.evaluation.resample import Bootstrap

BOOTSTRAP = Bootstrap(samples=200, confidence=0.95, seed=1)


def sentence(places, source_words, sharp=0.9, reference=(), possible=(), judged=None):
    """Weights with ``sharp`` on one place a target word, the rest spread evenly."""
    width = source_words + 1
    weights = np.full((len(places) + 1, width), (1 - sharp) / (width - 1))
    weights[np.arange(len(places)), places] = sharp
    return Aligned(
        weights,
        len(places),
        source_words,
        sure=frozenset(reference),
        possible=frozenset(reference) | frozenset(possible),
        judged=frozenset(range(len(places)) if judged is None else judged),
    )


def summary_of(sentences, seed=1, moved=None, shift=1, kind="gold"):
    """The summary where ``moved`` weights, or else the same, stand for the other shift."""
    moved = [one.weights for one in sentences] if moved is None else moved
    return summarise(sentences, moved, shift, kind, seed, BOOTSTRAP)


def diagonal(words):
    return [(k, k) for k in range(words)]


def test_monotone_and_reversed_sentences_are_averaged_over_words():
    # 9 steps forward in one sentence and 3 backward in another; 45 pairs and 6, all crossing.
    sentences = [sentence(range(10), 10), sentence([3, 2, 1, 0], 4)]
    summary = summary_of(sentences, 7)
    measures = summary["measures"]
    assert summary["attends"] is True
    assert (summary["sentences"], summary["target_words"]) == (2, 14)
    assert measures["forward"]["mean"] == pytest.approx(9 / 12)
    assert measures["crossing"]["mean"] == pytest.approx(6 / 51, abs=1e-6)
    assert measures["largest_weight"]["mean"] == pytest.approx(0.9)
    assert measures["entropy"]["unit"] == "nats"
    assert measures["entropy"]["seeds"][0]["seed"] == 7
    assert measures["forward"]["low"] < measures["forward"]["mean"] < measures["forward"]["high"]
    assert summary["reference"] is None
    assert summary["other_shift"] is None


def test_reference_links_are_scored_where_they_are_known():
    right = sentence(range(6), 6, reference=diagonal(6))
    wrong = sentence([1, 0], 2, reference=diagonal(2))
    unknown = sentence([4, 3, 2, 1, 0], 5)
    reference = summary_of([right, unknown, wrong])["reference"]
    assert (reference["sentences"], reference["links"]) == (2, 8)
    assert reference["argmax_accuracy"]["mean"] == pytest.approx(6 / 8)
    assert reference["aer"]["mean"] == pytest.approx(2 / 8)
    assert reference["precision"]["mean"] == reference["recall"]["mean"] == pytest.approx(6 / 8)
    assert reference["aer"]["low"] == 0.0


def test_what_no_sentence_shows_is_null():
    measures = summary_of([sentence([0], 1)])["measures"]
    assert measures["forward"] is None
    assert measures["crossing"] is None
    assert measures["entropy"] is not None


def test_sure_and_possible_links_are_kept_apart():
    # Found 0-0 and 1-1; sure 0-0 and 2-1, possible besides 1-1: |A & S| = 1, |A & P| = 2.
    one = sentence([0, 1], 3, reference=[(0, 0), (2, 1)], possible=[(1, 1)])
    reference = summary_of([one], kind="silver")["reference"]
    assert (reference["kind"], reference["links"], reference["possible_links"]) == ("silver", 2, 3)
    assert reference["aer"]["mean"] == pytest.approx(1 - (1 + 2) / (2 + 2))
    assert reference["precision"]["mean"] == 1
    assert reference["recall"]["mean"] == pytest.approx(1 / 2)


def test_words_that_are_not_judged_count_neither_for_nor_against():
    # The last word is punctuation: its link is wrong, and one of its reference links is missed.
    one = sentence([0, 1, 0], 3, reference=[(0, 0), (1, 1), (2, 2)], judged=[0, 1])
    reference = summary_of([one])["reference"]
    assert reference["links"] == 2
    assert reference["aer"]["mean"] == 0
    everything = summary_of([one._replace(judged=frozenset(range(3)))])["reference"]
    assert everything["aer"]["mean"] == pytest.approx(1 / 3)


def test_the_other_shift_is_measured_beside():
    one = sentence([1, 0], 2, reference=diagonal(2))
    moved = sentence([0, 1], 2).weights
    summary = summary_of([one], moved=[moved], shift=0)
    assert (summary["reference"]["alignment_shift"], summary["reference"]["aer"]["mean"]) == (1, 1)
    other = summary["other_shift"]
    assert (other["alignment_shift"], other["aer"]["mean"]) == (0, 0)
