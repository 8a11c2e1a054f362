"""Sentences on disk: they come back as they were, the file vanishes, memory does not grow."""

from __future__ import annotations

import tracemalloc

import pytest

from pipeline.config.corpus import Split
from pipeline.data import sentence_file
from pipeline.data.pairs import Pair
from pipeline.data.sentence_file import on_disk
from pipeline.data.splitting import Sentences, split


def sentences(count):
    for number in range(count):
        links = ((0, 1), (2, 0)) if number % 3 == 0 else None if number % 3 == 1 else ()
        source = f"quelle {number} der wörter \u2028".split(" ")
        pair = Pair(f"s{number}", f"g{number // 10}", " ".join(source), f"goal {number}", links)
        yield Sentences(pair, source[:4], [] if number == 7 else ["goal", str(number)])


@pytest.fixture(autouse=True)
def small_lots(monkeypatch):
    monkeypatch.setattr(sentence_file, "ROWS", 100)


@pytest.mark.parametrize("count", [1, 99, 100, 101, 250])
def test_they_come_back_as_they_were(tmp_path, count):
    with on_disk(sentences(count), tmp_path / "new") as kept:
        assert len(kept) == count
        assert list(kept) == list(sentences(count))
        assert kept[count - 1] == list(sentences(count))[-1]
        assert kept[0] == next(sentences(1))
        with pytest.raises(IndexError):
            kept[count]


def test_the_file_vanishes(tmp_path):
    with on_disk(sentences(10), tmp_path / "new"):
        assert len(list((tmp_path / "new").iterdir())) == 1
    assert not (tmp_path / "new").exists()
    with (
        pytest.raises(ZeroDivisionError),
        on_disk((1 / 0 for _ in range(3)), tmp_path / "new"),
    ):
        pass
    assert not (tmp_path / "new").exists()


def test_splitting_does_not_hold_the_corpus(tmp_path):
    """As lists, 8,000 pairs take some 8 MB."""
    settings = Split(validation_pairs=200, test_pairs=300, training_pairs=None, seed=1)
    with on_disk(sentences(300), tmp_path) as warm:  # what is loaded once does not count
        split(warm, settings.model_copy(update={"validation_pairs": 20, "test_pairs": 30}))
    tracemalloc.start()
    try:
        with on_disk(sentences(8000), tmp_path) as kept:
            parts = split(kept, settings)
            assert sum(1 for _ in parts.train) == len(parts.train) == 7500
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 3_000_000
