"""Stage ``align``: test sentences and their references, aligned -> runs/align/SYSTEM/SEED/.

Writes attention.npz (a matrix a sentence, between ids, from forced decoding) and alignment.json
(what the alignments are like between words, and how they agree with the reference's links). A
system without attention gets both, empty.

Usage: python stages/align.py SYSTEM SEED
"""

from __future__ import annotations

# First: Ctrl-C while the libraries are loaded is one line, too.
from pipeline.refusal import refusable

# isort: split
import argparse
import json
import shutil
from collections.abc import Sequence

import numpy as np

from pipeline.atomic import write_text
from pipeline.config.evaluation import Evaluation
from pipeline.config.load import load_section
from pipeline.data.corpus import load_split
from pipeline.decoding.shift import aligned_rows
from pipeline.evaluation.alignment_summary import FIXED_CONTEXT, Aligned, summarise
from pipeline.evaluation.attention_file import write_attention
from pipeline.evaluation.forced_alignment import forced_steps
from pipeline.evaluation.judged import judged_targets
from pipeline.evaluation.reference_file import REFERENCE_LINKS, Reference, read_reference
from pipeline.evaluation.resample import Bootstrap
from pipeline.evaluation.word_matrix import word_matrix
from pipeline.layout import ALIGN, TOKENS, TRAIN, run_folder
from pipeline.progress import say
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
        reference = read_reference(REFERENCE_LINKS, test["id"])
        steps = forced_steps(model, list(test["source_ids"]), list(test["target_ids"]))
        other = 1 - model.alignment_shift
        weights, moved = (
            [aligned_rows(rows, len(rows) - 1, shift) for rows in steps]
            for shift in (model.alignment_shift, other)
        )
        summary = summarise(
            aligned_sentences(test, between_words(test, weights), reference),
            between_words(test, moved),
            other,
            reference.kind,
            arguments.seed,
            bootstrap,
        )
    else:
        say(f"{arguments.system} has no attention: nothing to align")
        weights, summary = [], FIXED_CONTEXT
    write_attention(folder / "attention.npz", weights)
    write_text(
        folder / "alignment.json",
        json.dumps(summary, indent=1, ensure_ascii=False, allow_nan=False) + "\n",
    )


def between_words(test, weights: Sequence[np.ndarray]) -> list[np.ndarray]:
    """Weights between ids, in the order of the test split, as weights between words."""
    names = ("source_word_of", "target_word_of")
    return [
        # Some alignments have no row for the end of sentence.
        word_matrix(matrix, source_word_of, target_word_of[: len(matrix)])
        for matrix, source_word_of, target_word_of in zip(
            weights, *(list(test[name]) for name in names), strict=True
        )
    ]


def aligned_sentences(test, matrices: Sequence[np.ndarray], reference: Reference) -> list[Aligned]:
    """Weights between words beside the reference's links."""
    names = ("source_words", "target_words")
    return [
        Aligned(
            weights=matrix,
            target_words=len(target_words),
            source_words=len(source_words),
            sure=one.sure,
            possible=one.possible,
            judged=judged_targets(target_words),
        )
        for matrix, source_words, target_words, one in zip(
            matrices, *(list(test[name]) for name in names), reference.sentences, strict=True
        )
    ]


if __name__ == "__main__":
    main()
