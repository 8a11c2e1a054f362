import time

import numpy as np
import pytest

from pipeline.evaluation.attention_file import AttentionMatrices, read_attention, write_attention
from pipeline.refusal import Refusal

SHAPES = [(3, 4), (1, 2), (0, 5), (6, 3)]


@pytest.fixture
def matrices():
    generator = np.random.default_rng(1)
    return [generator.random(shape).astype(np.float32) for shape in SHAPES]


def test_matrices_come_back_as_they_were(tmp_path, matrices):
    path = tmp_path / "run" / "attention.npz"
    write_attention(path, matrices)
    read = read_attention(path)
    assert read.attends
    assert len(read) == len(matrices)
    for found, expected in zip(read, matrices, strict=True):
        np.testing.assert_array_equal(found, expected)
        assert found.dtype == np.float32
    np.testing.assert_array_equal(read[-1], matrices[-1])


def test_a_sentence_is_cut_out_without_a_copy(tmp_path, matrices):
    write_attention(tmp_path / "attention.npz", matrices)
    read = read_attention(tmp_path / "attention.npz")
    assert np.shares_memory(read[3], read.weights)
    with pytest.raises(IndexError):
        read[4]


def test_same_matrices_give_the_same_bytes_at_another_time(tmp_path, matrices, monkeypatch):
    write_attention(tmp_path / "one.npz", matrices)
    later = time.time() + 1e6
    monkeypatch.setattr(time, "time", lambda: later)
    monkeypatch.setattr(time, "localtime", lambda *_: time.gmtime(later))
    write_attention(tmp_path / "two.npz", matrices)
    assert (tmp_path / "one.npz").read_bytes() == (tmp_path / "two.npz").read_bytes()


def test_a_model_without_attention_leaves_an_empty_file(tmp_path):
    write_attention(tmp_path / "attention.npz", [None, None])
    read = read_attention(tmp_path / "attention.npz")
    assert len(read) == 0
    assert not read.attends


def test_attention_of_some_sentences_only_is_a_mistake():
    with pytest.raises(ValueError, match="some sentences"):
        AttentionMatrices.of([None, np.ones((1, 1))])


def test_missing_file_is_refused(tmp_path):
    with pytest.raises(Refusal, match="missing"):
        read_attention(tmp_path / "attention.npz")


def test_other_files_are_refused(tmp_path, matrices):
    path = tmp_path / "attention.npz"
    write_attention(path, matrices)
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(Refusal, match="not a file of attention"):
        read_attention(path)
    np.savez(path, something=np.ones(3))
    with pytest.raises(Refusal, match="not a file of attention"):
        read_attention(path)
    ones = np.ones(2, dtype=np.int64)
    np.savez(path, weights=np.ones(7, dtype=np.float32), rows=ones, columns=ones)
    with pytest.raises(Refusal, match="7 weights"):
        read_attention(path)


def test_pickled_objects_are_refused(tmp_path):
    path = tmp_path / "attention.npz"
    ones = np.ones(1, dtype=np.int64)
    np.savez(path, weights=np.array([{}], dtype=object), rows=ones, columns=ones)
    with pytest.raises(Refusal, match="not a file of attention"):
        read_attention(path)
