"""Invented sentences, and lots of batches that each have every length."""

from __future__ import annotations

import numpy as np

from pipeline.benchmark.options import read_options
from pipeline.benchmark.workload import MEAN_WORDS, invented_pairs, training_batches
from pipeline.data.vocabulary import EOS, SPECIAL_SYMBOLS


def test_invented_sentences_are_as_long_as_those_of_the_corpus(folder):
    pairs = invented_pairs(read_options([]).tokenizer)
    source, target = pairs.train.source_ids, pairs.train.target_ids
    assert abs(pairs.train.source_words.mean() / MEAN_WORDS - 1) < 0.05
    assert abs(pairs.train.target_words.mean() / 27 - 1) < 0.05
    assert np.array_equal(source.lengths, pairs.train.source_words + 1)
    assert np.array_equal(target.lengths, pairs.train.target_words + 1)
    assert all(source[row][-1] == EOS for row in range(len(source)))
    words = np.concatenate([target[row][:-1] for row in range(len(target))])
    assert words.min() >= len(SPECIAL_SYMBOLS)
    assert words.max() < pairs.vocabularies[1]


def test_every_lot_has_short_and_long_batches_within_cap_and_budget(folder):
    options = read_options([])
    pairs = invented_pairs(options.tokenizer)
    found = training_batches(pairs, options.systems["search-50"], "search-50", options.training, 5)
    lengths = found.target.lengths
    assert len(found.lots) > 3
    for lot in found.lots:
        assert len(lot) == 5
        longest = [int(lengths[batch].max()) for batch in lot]
        assert 32 < max(longest) <= 51
        for batch in lot:
            assert len(batch) * lengths[batch].max() <= options.training.batch_tokens
    # Every lot has one batch of each fifth of the lengths: no lot's k-th is above another's next.
    fifths = np.array([sorted(int(lengths[b].max()) for b in lot) for lot in found.lots])
    assert (fifths[:, :-1].max(axis=0) <= fifths[:, 1:].min(axis=0)).all()
    assert fifths[:, 0].min() < 12
    rows = np.concatenate([batch for lot in found.lots for batch in lot])
    assert len(np.unique(rows)) == len(rows)
