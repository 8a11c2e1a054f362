"""A workspace for stages/translate.py: tiny models with random weights, ten sentences."""

from pathlib import Path

import numpy as np
import torch
from running import run_stage

from pipeline.config.load import load_section
from pipeline.config.read import PARAMS
from pipeline.config.system import System
from pipeline.data.store import save_split, save_vocabularies
from pipeline.data.tokenization import Row
from pipeline.data.vocabulary import EOS, SPECIAL_SYMBOLS, UNK, Vocabularies, Vocabulary
from pipeline.layout import TIMINGS, TOKENS, TRAIN, TRANSLATE, run_folder
from pipeline.model.assembly import build_model
from pipeline.training.checkpoint import save_model

REPOSITORY = Path(__file__).parents[2]
SENTENCES = 10
SOURCE = Vocabulary([*SPECIAL_SYMBOLS, *"abcdefgh"])
TARGET = Vocabulary([*SPECIAL_SYMBOLS, *"stuvwxyz"])
OUTPUT = run_folder(TRANSLATE, "search-50", 1)
TIMING = TIMINGS / "translate" / "search-50-1.json"


def a_row(number: int) -> Row:
    """Sentences of different lengths; every third has a source word outside the vocabulary."""
    generator = np.random.default_rng(number)
    source, target = (
        list(generator.choice(list(words), 2 + number)) for words in ("abcdefgh", "stuv")
    )
    if number % 3 == 0:
        source[0] = "Nebukadnezar"
    ids = SOURCE.ids(source)
    count = list(range(2 + number))
    return Row(
        id=f"s{number}",
        group="g",
        source_text=" ".join(source),
        target_text=" ".join(target),
        source_words=source,
        target_words=target,
        source_ids=[*ids, EOS],
        target_ids=[*TARGET.ids(target), EOS],
        source_word_of=[*count, len(source)],
        target_word_of=[*count, len(target)],
        alignment=[],
        has_unknown=UNK in ids,
    )


def fill() -> None:
    """Make the current folder a workspace: settings, tokens and three models."""
    Path(PARAMS).write_text((REPOSITORY / PARAMS).read_text("utf-8"), "utf-8")
    save_vocabularies(TOKENS, Vocabularies("word", SOURCE, TARGET, "de", "en"))
    save_split(TOKENS, "test", [a_row(number) for number in range(SENTENCES)])
    for slug in ("search-50", "encdec-50", "dot-50"):
        system = load_section(f"systems.{slug}", System)
        sizes = dict.fromkeys(("embedding", "hidden", "encoder_hidden", "attention_size"), 8)
        system = system.model_copy(update=sizes)
        torch.manual_seed(2)
        model = build_model(system, len(SOURCE), len(TARGET))
        with torch.no_grad():
            model.output.bias[UNK] += 1.0
            model.output.bias[EOS] += 0.5
        path = run_folder(TRAIN, slug, 1) / "model.pt"
        save_model(path, model, system, len(SOURCE), len(TARGET))


def translate(system: str = "search-50", seed: str = "1") -> None:
    """Run the stage."""
    run_stage("translate", system, seed)
