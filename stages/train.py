"""Stage ``train``: one system with one seed -> runs/train/<system>/<seed>/.

Usage: python stages/train.py SYSTEM SEED
"""

from __future__ import annotations

# First: Ctrl-C while the libraries are loaded is one line, too.
from pipeline.refusal import Refusal, refusable

# isort: split
import argparse
from collections.abc import Sequence

import torch

from pipeline.config.load import load_section
from pipeline.config.load_system import load_system
from pipeline.config.section import GREATEST_SEED
from pipeline.config.system import System
from pipeline.config.training import Training
from pipeline.data.corpus import VOCABULARY_FILE, load_split, load_vocabularies
from pipeline.data.module import TranslationData
from pipeline.layout import TOKENS
from pipeline.model.assembly import build_model
from pipeline.training.fit import Run, fit
from pipeline.training.processes import processes_of


@refusable
def main() -> None:
    parser = argparse.ArgumentParser(description="Train one system with one seed.")
    parser.add_argument("system", help="a slug under systems: in params.yaml")
    parser.add_argument("seed", type=int)
    arguments = parser.parse_args()
    slug, seed = arguments.system, arguments.seed
    if not 0 <= seed <= GREATEST_SEED:
        raise Refusal(f"seed {seed}: allowed: a whole number from 0 to {GREATEST_SEED:,}")

    def settings() -> tuple[System, Training]:
        return load_system(slug), load_section("training", Training)

    system, training = settings()
    vocabularies = load_vocabularies(TOKENS)
    sizes = len(vocabularies.source), len(vocabularies.target)
    processes = processes_of(training)
    data = TranslationData(
        TOKENS,
        max_words=system.max_words,
        target_tokens=training.target_tokens,
        epoch_tokens=training.epoch_tokens,
        batch_tokens=training.batch_tokens,
        seed=seed,
        max_words_key=f"systems.{slug}.max_words",
        rank=processes.rank,
        processes=processes.count,
        pin=training.accelerator != "cpu" and torch.cuda.is_available(),
    )
    files = tuple(TOKENS / name for name in ("train.arrow", "validation.arrow", VOCABULARY_FILE))
    run = Run(slug, seed, settings, files, sizes, sentence_ids)
    fit(run, lambda: build_model(system, *sizes, data.target_counts(sizes[1])), data)


def sentence_ids(rows: Sequence[int]) -> list[str]:
    """Ids of rows of the training split, for messages."""
    return list(load_split(TOKENS, "train").select(rows)["id"])


if __name__ == "__main__":
    main()
