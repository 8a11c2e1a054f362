"""The reference itself on numbers worked out by hand, so that two equal mistakes cannot agree."""

from __future__ import annotations

import math

import numpy as np
import pytest
from reference import scores, windows
from reference.activations import log_softmax, maxout, sigmoid, softmax
from reference.attention import ScoredAttention
from reference.gru import Gru
from reference.lstm import Lstm
from reference.multi_head import MultiHead
from reference.readout import Attentional, Maxout


def one(value: float) -> np.ndarray:
    return np.array([[float(value)]])


def test_gated_unit_resets_before_the_matrix() -> None:
    """With z = 1 and r = 1/2, s_1 = tanh(U (s_0 / 2))."""
    zero, vector = one(0), np.zeros(1)
    large = np.array([50.0])  # z = 1
    cell = Gru(zero, zero, zero, one(3), zero, zero, vector, large, vector)
    (s,) = cell.step(np.zeros(1), None, (np.array([0.4]),))
    assert s[0] == pytest.approx(math.tanh(3 * 0.5 * 0.4))


def test_gated_unit_takes_z_of_the_new_state() -> None:
    zero = one(0)
    bias_z = np.array([math.log(3.0)])  # z = 3/4
    bias = np.array([math.atanh(0.5)])  # proposal 1/2
    cell = Gru(zero, zero, zero, zero, zero, zero, bias, bias_z, np.zeros(1))
    (s,) = cell.step(np.zeros(1), None, (np.array([1.0]),))
    assert s[0] == pytest.approx(0.25 * 1.0 + 0.75 * 0.5)


def test_lstm() -> None:
    """i = f = o = 1/2 and g = tanh(1): m = (m + g) / 2, h = tanh(m) / 2."""
    zero, vector = one(0), np.zeros(1)
    cell = Lstm(*[zero] * 8, vector, vector, vector, np.ones(1))
    h, m = cell.step(np.zeros(1), None, (np.zeros(1), np.array([0.6])))
    assert m[0] == pytest.approx(0.5 * 0.6 + 0.5 * math.tanh(1))
    assert h[0] == pytest.approx(0.5 * math.tanh(m[0]))


def test_scores() -> None:
    s, h = np.array([1.0, 2.0]), np.array([[3.0, 4.0], [0.0, -1.0]])
    assert scores.dot(s, h).tolist() == [11.0, -2.0]
    assert scores.scaled(scores.dot(s, h), 4).tolist() == [5.5, -1.0]
    W = np.array([[0.0, 1.0], [0.0, 0.0]])
    assert scores.general(s, h, W).tolist() == [4.0, -1.0]  # s_0 h_1
    v = np.array([2.0])
    row = np.array([[1.0, 0.0]])
    by_hand = [2 * math.tanh(4), 2 * math.tanh(1)]
    assert scores.additive(s, h, row, row, v) == pytest.approx(by_hand)
    assert scores.concat(s, h, np.array([[1.0, 0, 1.0, 0]]), v) == pytest.approx(by_hand)
    v = np.array([1.0, 0.0])
    assert scores.concat_identity(s, h, np.eye(2), v) == pytest.approx([math.tanh(4), math.tanh(1)])
    assert scores.location(s, h, np.array([[1.0, 0], [0, 1.0], [9, 9]])).tolist() == [1.0, 2.0]


def test_windows() -> None:
    flat = np.zeros(6)
    assert windows.local_m(flat, 1, 1) == pytest.approx([1 / 3, 1 / 3, 1 / 3, 0, 0, 0])
    assert windows.local_m(flat, 9, 1) == pytest.approx([0, 0, 0, 0, 1 / 2, 1 / 2])
    # v_p = 0 puts the centre in the middle, p = 3; D = 2, so sigma = 1.
    s, W_p, v_p = np.ones(2), np.eye(2), np.zeros(2)
    bell = [0, math.exp(-2), math.exp(-1 / 2), 1, math.exp(-1 / 2), math.exp(-2)]
    paper = windows.local_p(flat, s, W_p, v_p, 2, renormalise=False)
    assert paper == pytest.approx([value / 5 for value in bell])
    again = windows.local_p(flat, s, W_p, v_p, 2, renormalise=True)
    assert again == pytest.approx([value / sum(bell) for value in bell])
    v_p = np.array([math.log(3) / math.tanh(1), 0.0])
    assert windows.predicted_centre(s, W_p, v_p, 6) == pytest.approx(6 * 0.75)


def test_context_is_the_weighted_sum() -> None:
    attention = ScoredAttention(scores.dot, lambda e, s, t: windows.global_weights(e))
    h = np.array([[0.0, 1.0], [math.log(3.0), 5.0]])
    alpha, c = attention(np.array([1.0, 0.0]), h, 0)
    assert alpha == pytest.approx([0.25, 0.75])
    assert c == pytest.approx([0.75 * math.log(3.0), 0.25 * 1 + 0.75 * 5])


def test_heads_attend_apart() -> None:
    """Head one looks at the first coordinate, head two at the second; the weights are a mean."""
    eye = np.eye(2)
    attention = MultiHead(eye, eye, eye, np.array([[10.0, 1.0]]), heads=2)
    h = np.array([[math.log(3.0), 0.0], [0.0, 0.0]])
    alpha, c = attention(np.array([1.0, 1.0]), h, 0)
    assert alpha == pytest.approx([(0.75 + 0.5) / 2, (0.25 + 0.5) / 2])
    assert c == pytest.approx([10 * 0.75 * math.log(3.0)])


def test_readouts() -> None:
    assert maxout(np.array([1.0, 5.0, -2.0, -3.0])).tolist() == [5.0, -2.0]
    readout = Maxout(
        one(1).repeat(2, 0), np.array([[1.0], [0.0]]), one(2).repeat(2, 0), np.zeros(2)
    )
    assert readout(np.array([1.0]), np.array([-7.0]), np.array([3.0])).tolist() == [7.0]
    attentional = Attentional(np.array([[1.0, 10.0]]))  # the context comes first
    assert attentional(np.array([0.01]), np.zeros(1), np.array([0.5])) == pytest.approx(
        [math.tanh(0.6)]
    )


def test_elementary_functions() -> None:
    assert sigmoid(np.array([0.0, math.log(3.0), -800.0])) == pytest.approx([0.5, 0.75, 0.0])
    assert softmax(np.array([1000.0, 1000.0 + math.log(3.0)])) == pytest.approx([0.25, 0.75])
    assert np.exp(log_softmax(np.array([0.0, math.log(3.0)]))) == pytest.approx([0.25, 0.75])
