"""A workspace for the stage ``train``: tiny data, and params.yaml with everything made small."""

from __future__ import annotations

import random
from pathlib import Path

from ruamel.yaml import YAML
from training_stand_ins import REPOSITORY

from pipeline.config.read import read_params
from pipeline.data.store import save_split, save_vocabularies
from pipeline.data.tokenization import Row
from pipeline.data.vocabulary import EOS, SPECIAL_SYMBOLS, Vocabularies, Vocabulary

SYMBOLS = (*SPECIAL_SYMBOLS, *(f"w{number}" for number in range(12)))
SIZES = {"embedding": 8, "hidden": 8, "encoder_hidden": 8, "attention_size": 8, "readout_size": 8}
BUDGET = {"target_tokens": 900, "epoch_tokens": 300, "batch_tokens": 60}
OUTPUTS = ("model.pt", "summary.json", "epochs.csv")


def sentence_pair(number, random):
    """The target is the source backwards."""
    ids = [random.randrange(4, len(SYMBOLS)) for _ in range(random.randint(2, 9))]
    words, backwards = [SYMBOLS[place] for place in ids], ids[::-1]
    return Row(
        id=f"sentence {number}",
        group="all",
        source_text=" ".join(words),
        target_text=" ".join(words[::-1]),
        source_words=words,
        target_words=words[::-1],
        source_ids=[*ids, EOS],
        target_ids=[*backwards, EOS],
        source_word_of=list(range(len(ids) + 1)),
        target_word_of=list(range(len(ids) + 1)),
        alignment=[],
        has_unknown=False,
    )


def write_tokens(folder: Path) -> None:
    """Write 40 training and 10 validation pairs, and their vocabulary, to ``folder``."""
    chance = random.Random(1)
    rows = [sentence_pair(number, chance) for number in range(50)]
    save_split(folder, "train", rows[:40])
    save_split(folder, "validation", rows[40:])
    save_vocabularies(
        folder, Vocabularies("word", Vocabulary(SYMBOLS), Vocabulary(SYMBOLS), "de", "en")
    )


def edit(dropout: float = 0.2, **training: object) -> None:
    """Write params.yaml, with these keys of section training and this dropout everywhere."""
    params = read_params(REPOSITORY / "params.yaml")
    params["training"] |= training
    for system in params["systems"].values():
        system |= {**SIZES, "dropout": dropout, "max_words": 8}
    with open("params.yaml", "w", encoding="utf-8") as file:
        YAML().dump(params, file)
