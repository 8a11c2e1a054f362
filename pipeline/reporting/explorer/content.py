"""What the explorer shows: sentences, each with what every system wrote and where it looked."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pipeline.evaluation.hard_alignment import hard_alignment
from pipeline.evaluation.sentence_bleu import sentence_bleu
from pipeline.reporting.explorer.weights import quantised
from pipeline.reporting.figures.alignment import Alignment
from pipeline.reporting.inputs import Inputs
from pipeline.reporting.translations import END, TestSet


@dataclass(frozen=True)
class Written:
    """One system's translation of one sentence of S words.

    ``words`` T; ``weights`` (bytes, see :mod:`weights`) [T or T + 1, S + 1], the ends of sentence
    last, and ``hard`` [T], each word's source word or UNALIGNED; both None without attention.
    """

    words: tuple[str, ...]
    bleu: float
    weights: np.ndarray | None
    hard: tuple[int, ...] | None


@dataclass(frozen=True)
class Explored:
    """One test sentence; ``written`` in the order of the experiment's systems."""

    id: str
    words: tuple[str, ...]
    source: str
    reference: str
    written: tuple[Written, ...]


def explored(inputs: Inputs, test: TestSet, rows: list[int]) -> list[Explored]:
    """The test sentences ``rows`` with the translations of every system, of the first seed."""
    seed = inputs.settings.seeds[0]
    pairs = [test.row(row) for row in rows]
    systems = inputs.settings.systems
    columns = [_written(inputs, test, slug, seed, rows, pairs) for slug in systems]
    return [
        Explored(
            id=pair["id"],
            words=tuple(pair["source_words"]),
            source=pair["source_text"],
            reference=pair["target_text"],
            written=tuple(column[index] for column in columns),
        )
        for index, pair in enumerate(pairs)
    ]


def _written(
    inputs: Inputs, test: TestSet, slug: str, seed: int, rows: list[int], pairs: list[dict]
) -> list[Written]:
    hypotheses = test.hypotheses(slug, seed)
    found = [hypotheses[row] for row in rows]
    key = "text_replaced" if inputs.settings.decoding.replace_unknown else "text"
    bleus = sentence_bleu([one[key] for one in found], [pair["target_text"] for pair in pairs])
    if not inputs.settings.systems[slug].attends:
        return [
            Written(tuple(one["words"]), bleu, None, None)
            for one, bleu in zip(found, bleus, strict=True)
        ]
    alignments = test.alignments(slug, seed, rows)
    return [_attended(alignment, bleu) for bleu, alignment in zip(bleus, alignments, strict=True)]


def _attended(alignment: Alignment, bleu: float) -> Written:
    ends = alignment.target[-1:] == (END,)
    words = alignment.target[: len(alignment.target) - ends]
    hard = hard_alignment(alignment.weights, len(words), len(alignment.source) - 1)
    return Written(words, bleu, quantised(alignment.weights), tuple(hard.tolist()))
