"""Length beyond training: the same text translated sentence by sentence, and joined end to end.

Every factor speaks of the same runs of test sentences, so that only the length of what is
translated at once differs; sentence by sentence is the baseline. At the smallest factor, 1, the
length is one that training knew: what is lost there is lost to several sentences in one, which
training did not know, and ``joined_difference`` is what is lost beyond that. What is resampled are
runs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from pipeline.config.decoding import Decoding
from pipeline.data.detokenize import Detokenizer
from pipeline.data.vocabulary import Vocabulary
from pipeline.decoding.translate import Pairs, translate
from pipeline.evaluation.bleu import BLEU, bleu_length_ratio, bleu_statistics
from pipeline.evaluation.estimate import Column, Sampled, describe, sample_columns
from pipeline.evaluation.measure import Measure
from pipeline.evaluation.probes.joined import Run, joined_ids
from pipeline.evaluation.resample import Bootstrap
from pipeline.model.translation import TranslationModel

LENGTH_RATIO = Measure("length_ratio", "words written for one of the reference", bleu_length_ratio)


class Sentences(NamedTuple):
    """Columns of the test set, and its translations one sentence at a time."""

    source: Sequence[Sequence[int]]
    target: Sequence[Sequence[int]]
    source_words: Sequence[int]  # how many
    references: Sequence[str]
    translations: Sequence[str]


class Written(NamedTuple):
    """The texts of all runs under one factor; 0 for sentence by sentence."""

    factor: int
    words: float  # of the source, mean of a text
    texts: int
    statistics: np.ndarray  # [runs, 10]


def beyond_length(
    written: Sequence[Written], longest: int, seed: int, bootstrap: Bootstrap
) -> dict:
    """BLEU by factor, its difference to sentence by sentence, and how much is written."""
    columns = [Column(m, [one.statistics]) for one in written for m in (BLEU, LENGTH_RATIO)]
    sampled = sample_columns(columns, bootstrap.samples, bootstrap.seed)
    bleu, ratios = sampled[::2], sampled[1::2]
    return {
        "longest_training_words": longest,
        "runs": len(written[0].statistics),
        "lengths": [
            {
                "factor": one.factor,
                "source_words": round(one.words, 1),
                "texts": one.texts,
                "bleu": describe(score, [seed], "BLEU", bootstrap.confidence),
                "difference": _less(score, bleu[:1], k, seed, bootstrap),
                "joined_difference": _less(score, bleu[1:2], k - 1, seed, bootstrap),
                "length_ratio": describe(
                    written_ratio, [seed], LENGTH_RATIO.unit, bootstrap.confidence
                ),
            }
            for k, (one, score, written_ratio) in enumerate(zip(written, bleu, ratios, strict=True))
        ],
    }


def _less(
    score: Sampled, baseline: Sequence[Sampled], after: int, seed: int, bootstrap: Bootstrap
) -> dict | None:
    """The paired difference to the only ``baseline``, None unless it comes ``after`` it."""
    if after < 1:
        return None
    return describe(score.minus(baseline[0]), [seed], "BLEU", bootstrap.confidence)


def one_by_one(runs: Sequence[Run], test: Sentences) -> Written:
    """The runs as they were translated sentence by sentence, put together afterwards."""
    texts = [[range(row, row + 1) for row in run.rows] for run in runs]
    found = [" ".join(test.translations[row] for row in run.rows) for run in runs]
    references = [_reference(run.rows, test) for run in runs]
    return Written(0, *_sizes(texts, test), bleu_statistics(found, references))


def joined_translations(
    factor: int,
    runs: Sequence[Run],
    test: Sentences,
    model: TranslationModel,
    decoding: Decoding,
    vocabulary: Vocabulary,
    detokenizer: Detokenizer,
) -> Written:
    """Translate the runs joined to texts of about ``factor`` times the longest training length."""
    texts = [run.texts[factor] for run in runs]
    flat = [rows for cuts in texts for rows in cuts]
    pairs = Pairs(
        [joined_ids([test.source[row] for row in rows]) for rows in flat],
        [joined_ids([test.target[row] for row in rows]) for rows in flat],
    )
    found = translate(model, pairs, decoding, f"Translating {factor} x the training length")
    hypotheses = [detokenizer.text(vocabulary.words(one.tokens)) for one in found]
    statistics = bleu_statistics(hypotheses, [_reference(rows, test) for rows in flat])
    ends = np.cumsum([0] + [len(cuts) for cuts in texts])
    of_runs = np.add.reduceat(statistics, ends[:-1], axis=0)
    return Written(factor, *_sizes(texts, test), of_runs)


def _reference(rows: Sequence[int], test: Sentences) -> str:
    return " ".join(test.references[row] for row in rows)


def _sizes(texts: Sequence[Sequence[range]], test: Sentences) -> tuple[float, int]:
    """Mean source words of a text, and how many texts there are."""
    words = [sum(test.source_words[row] for row in rows) for cuts in texts for rows in cuts]
    return float(np.mean(words)), len(words)
