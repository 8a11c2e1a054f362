"""The batches that are measured on: real ones, made as training makes them, or invented ones."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np

from pipeline.config.system import System
from pipeline.config.tokenizer import Tokenizer
from pipeline.config.training import Training
from pipeline.data.corpus import load_split, load_vocabularies
from pipeline.data.plan import training_plan
from pipeline.data.ragged import Ragged, SplitArrays, from_lists, split_arrays
from pipeline.data.selection import within_cap
from pipeline.data.vocabulary import EOS, SPECIAL_SYMBOLS

INVENTED_PAIRS = 4000
MEAN_WORDS = 22.0
"""Of an invented source; spread and ratio below are, like it, those of the default corpus."""
SPREAD_OF_WORDS = 0.5
TARGET_RATIO = 27 / 22
SPREAD_OF_RATIO = 0.2


class Pairs(NamedTuple):
    """Sentence pairs to train on and to translate, and where they come from."""

    train: SplitArrays
    test_sources: list[list[int]]
    vocabularies: tuple[int, int]  # sizes of source and target, special symbols counted
    origin: str  # "corpus" or "synthetic"


def real_pairs(folder: Path) -> Pairs:
    """The tokenized corpus in ``folder``; raises Refusal where it is broken."""
    vocabularies = load_vocabularies(folder)
    return Pairs(
        split_arrays(load_split(folder, "train")),
        list(load_split(folder, "test")["source_ids"]),
        (len(vocabularies.source), len(vocabularies.target)),
        "corpus",
    )


def invented_pairs(tokenizer: Tokenizer, pairs: int = INVENTED_PAIRS) -> Pairs:
    """Random words in sentences about as long as the default corpus's."""
    random = np.random.default_rng(1)
    mean = np.log(MEAN_WORDS) - SPREAD_OF_WORDS**2 / 2
    source = np.exp(random.normal(mean, SPREAD_OF_WORDS, pairs)).round().clip(1).astype(int)
    ratio = random.normal(TARGET_RATIO, SPREAD_OF_RATIO, pairs)
    target = (source * ratio).round().clip(1).astype(int)
    special = len(SPECIAL_SYMBOLS)
    sizes = tokenizer.source_vocabulary + special, tokenizer.target_vocabulary + special

    def sentences(lengths: np.ndarray, size: int) -> list[list[int]]:
        return [[*random.integers(special, size, length).tolist(), EOS] for length in lengths]

    sources, targets = sentences(source, sizes[0]), sentences(target, sizes[1])
    train = SplitArrays(from_lists(sources), from_lists(targets), source, target)
    return Pairs(train, sources[: pairs // 4], sizes, "synthetic")


class TrainingBatches(NamedTuple):
    """Batches of one system: rows of ``source`` and ``target``, a like mix of lengths each lot."""

    lots: list[list[np.ndarray]]
    source: Ragged
    target: Ragged


def training_batches(
    pairs: Pairs, system: System, slug: str, training: Training, lot: int
) -> TrainingBatches:
    """Batches in lots of ``lot``, each lot spread evenly over the lengths of one pass."""
    train = pairs.train
    source, target = train.source_ids.lengths, train.target_ids.lengths
    cap = f"systems.{slug}.max_words"
    rows = within_cap(train.source_words, train.target_words, system.max_words, cap)
    plan = training_plan(
        source,
        target,
        rows=rows,
        target_tokens=int(target[rows].sum()),
        epoch_tokens=int(target[rows].sum()),
        batch_tokens=training.batch_tokens,
        seed=1,
    )
    batches = sorted(plan[0], key=lambda batch: int(target[batch].max()))
    count = max(1, len(batches) // lot)
    random = np.random.default_rng(1)
    lots = []
    # The lot in the middle first: where there is time for few, they are no shorter than the rest.
    for number in sorted(range(count), key=lambda number: abs(number - (count - 1) / 2)):
        places = _spread(len(batches), lot, number / count)
        lots.append([batches[place] for place in random.permutation(places)])
    return TrainingBatches(lots, train.source_ids, train.target_ids)


def _spread(count: int, taken: int, offset: float) -> list[int]:
    """``taken`` places of ``count``, evenly apart; ``offset`` in [0, 1) moves them."""
    return [min(count - 1, int((place + offset) * count / taken)) for place in range(taken)]
