import numpy as np
import pytest

from pipeline.evaluation.alignment_summary import Aligned, summarise
from pipeline.evaluation.resample import Bootstrap

BOOTSTRAP = Bootstrap(samples=200, confidence=0.95, seed=1)


def sentence(places, source_words, sharp=0.9, reference=()):
    """Weights with ``sharp`` on one place a target word, the rest spread evenly."""
    width = source_words + 1
    weights = np.full((len(places) + 1, width), (1 - sharp) / (width - 1))
    weights[np.arange(len(places)), places] = sharp
    return Aligned(weights, len(places), source_words, frozenset(reference))


def diagonal(words):
    return [(k, k) for k in range(words)]


def test_monotone_and_reversed_sentences_are_averaged_over_words():
    # 9 steps forward in one sentence and 3 backward in another; 45 pairs and 6, all crossing.
    sentences = [sentence(range(10), 10), sentence([3, 2, 1, 0], 4)]
    summary = summarise(sentences, 7, BOOTSTRAP)
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


def test_reference_links_are_scored_where_they_are_known():
    right = sentence(range(6), 6, reference=diagonal(6))
    wrong = sentence([1, 0], 2, reference=diagonal(2))
    unknown = sentence([4, 3, 2, 1, 0], 5)
    reference = summarise([right, unknown, wrong], 1, BOOTSTRAP)["reference"]
    assert (reference["sentences"], reference["links"]) == (2, 8)
    assert reference["argmax_accuracy"]["mean"] == pytest.approx(6 / 8)
    assert reference["aer"]["mean"] == pytest.approx(2 / 8)
    assert reference["precision"]["mean"] == reference["recall"]["mean"] == pytest.approx(6 / 8)
    assert reference["aer"]["low"] == 0.0


def test_what_no_sentence_shows_is_null():
    measures = summarise([sentence([0], 1)], 1, BOOTSTRAP)["measures"]
    assert measures["forward"] is None
    assert measures["crossing"] is None
    assert measures["entropy"] is not None
