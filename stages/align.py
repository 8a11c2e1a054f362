"""Stage ``align``: test sentences and their references, aligned -> runs/align/SYSTEM/SEED/.

Writes attention.npz (a matrix a sentence, between ids, from forced decoding) and alignment.json
(what the alignments are like, between words). A system without attention gets both, empty.

Usage: python stages/align.py SYSTEM SEED
"""

from __future__ import annotations

import argparse
import json
import shutil

from pipeline.atomic import write_text
from pipeline.config.evaluation import Evaluation
from pipeline.config.load import load_section
from pipeline.data.corpus import load_split
from pipeline.evaluation.alignment_summary import FIXED_CONTEXT, Aligned, summarise
from pipeline.evaluation.attention_file import write_attention
from pipeline.evaluation.forced_alignment import forced_alignments
from pipeline.evaluation.resample import Bootstrap
from pipeline.evaluation.word_matrix import word_matrix
from pipeline.layout import ALIGN, TOKENS, TRAIN, run_folder
from pipeline.progress import say
from pipeline.refusal import refusable
from pipeline.training.checkpoint import load_model


@refusable
def main() -> None:
    """Align with one trained model."""
    parser = argparse.ArgumentParser(description="Align the test set with one trained model.")
    parser.add_argument("system", help="a slug under systems: in params.yaml")
    parser.add_argument("seed", type=int, help="one of experiment.seeds")
    arguments = parser.parse_args()
    folder = run_folder(ALIGN, arguments.system, arguments.seed)
    # What an earlier run left must not be taken for this one's, should it end early.
    shutil.rmtree(folder, ignore_errors=True)
    evaluation = load_section("evaluation", Evaluation)
    bootstrap = Bootstrap(evaluation.bootstrap_samples, evaluation.confidence, evaluation.seed)
    model = load_model(run_folder(TRAIN, arguments.system, arguments.seed) / "model.pt")
    if model.attends:
        test = load_split(TOKENS, "test")
        weights = forced_alignments(model, list(test["source_ids"]), list(test["target_ids"]))
        summary = summarise(between_words(test, weights), arguments.seed, bootstrap)
    else:
        say(f"{arguments.system} has no attention: nothing to align")
        weights, summary = [], FIXED_CONTEXT
    write_attention(folder / "attention.npz", weights)
    write_text(
        folder / "alignment.json",
        json.dumps(summary, indent=1, ensure_ascii=False, allow_nan=False) + "\n",
    )


def between_words(test, weights) -> list[Aligned]:
    """Weights between ids, in the order of the test split, as weights between words."""
    names = ("source_word_of", "target_word_of", "source_words", "target_words", "alignment")
    return [
        Aligned(
            # Some models have no row for the end of sentence.
            word_matrix(matrix, source_word_of, target_word_of[: len(matrix)]),
            target_words=len(target_words),
            source_words=len(source_words),
            reference=frozenset((source, target) for source, target in alignment),
        )
        for matrix, source_word_of, target_word_of, source_words, target_words, alignment in zip(
            weights, *(list(test[name]) for name in names), strict=True
        )
    ]


if __name__ == "__main__":
    main()
