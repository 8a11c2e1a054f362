"""All scores of an experiment, as written to scores.json."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from pipeline.evaluation.bleu import bleu_length_ratio, bleu_signature
from pipeline.evaluation.buckets import Bucket
from pipeline.evaluation.chrf import chrf_signature
from pipeline.evaluation.comparison import compare
from pipeline.evaluation.estimate import Sampled, describe, rounded
from pipeline.evaluation.held_out import HeldOut
from pipeline.evaluation.resample import Bootstrap
from pipeline.evaluation.run_statistics import RunStatistics
from pipeline.evaluation.sentence_set import UNITS, SentenceSet, score_set, sentence_set
from pipeline.progress import tracked

OVERALL = ("bleu", "bleu_replaced", "bleu_no_unk", "chrf", "perplexity")
BY_LENGTH = ("bleu", "bleu_no_unk", "chrf", "perplexity")
COMPARED = ("bleu", "bleu_no_unk")
COMPARED_BY_LENGTH = ("bleu",)
ALL = "all"
"""Label of the set of all test sentences, where others have a bucket's label."""


def score_experiment(
    test: HeldOut,
    buckets: Sequence[Bucket],
    runs: Mapping[str, Sequence[RunStatistics]],
    seeds: Sequence[int],
    bootstrap: Bootstrap,
) -> dict:
    """Return the content of scores.json; progress is shown.

    ``runs`` holds, for each system in the order of the experiment, one entry per seed in the order
    of ``seeds``.
    """
    sets = [sentence_set(ALL, np.arange(len(test.ids)), test)]
    sets += [sentence_set(bucket.label, bucket.rows, test) for bucket in buckets]
    scored = [
        score_set(sentences, runs, bootstrap.samples, bootstrap.seed)
        for sentences in tracked(sets, "Bootstrap", len(sets), "sets of sentences")
    ]
    return {
        "signatures": {"bleu": bleu_signature(test.references), "chrf": chrf_signature()},
        "confidence": bootstrap.confidence,
        "samples": bootstrap.samples,
        "seeds": list(seeds),
        "buckets": [_bucket(bucket) for bucket in buckets],
        "systems": {
            system: _system(system, sets, scored, runs[system], seeds, bootstrap.confidence)
            for system in runs
        },
        "comparisons": _comparisons(sets, scored, seeds, bootstrap.confidence),
    }


def _bucket(bucket: Bucket) -> dict:
    return {
        "label": bucket.label,
        "low": bucket.low,
        "high": bucket.high,
        "sentences": len(bucket.rows),
        "merged": list(bucket.merged),
    }


def _system(
    system: str,
    sets: Sequence[SentenceSet],
    scored: Sequence[Mapping[str, Mapping[str, Sampled]]],
    runs: Sequence[RunStatistics],
    seeds: Sequence[int],
    confidence: float,
) -> dict:
    def figures(names: Sequence[str], k: int) -> dict:
        found = scored[k][system]
        return {
            name: describe(found[name], seeds, UNITS[name], confidence) if name in found else None
            for name in names
        }

    def sizes(k: int) -> dict:
        return {"sentences": len(sets[k].rows), "sentences_no_unk": len(sets[k].known_rows)}

    ratios = [bleu_length_ratio(run.bleu.sum(axis=0)) for run in runs]
    return {
        **figures(OVERALL, 0),
        "length_ratio": rounded(np.mean(ratios)),
        **sizes(0),
        "by_length": [
            {"bucket": sets[k].label, **figures(BY_LENGTH, k), **sizes(k)}
            for k in range(1, len(sets))
        ],
    }


def _comparisons(
    sets: Sequence[SentenceSet],
    scored: Sequence[Mapping[str, Mapping[str, Sampled]]],
    seeds: Sequence[int],
    confidence: float,
) -> list[dict]:
    found = []
    for sentences, scores in zip(sets, scored, strict=True):
        metrics = COMPARED if sentences is sets[0] else COMPARED_BY_LENGTH
        found += compare(scores, metrics, sentences.label, seeds, confidence)
    return found
