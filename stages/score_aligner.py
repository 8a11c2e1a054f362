"""Stage ``score_aligner``: the statistical aligner itself, measured -> runs/aligner/scores.json."""

from __future__ import annotations

# First: Ctrl-C while the libraries are loaded is one line, too.
from pipeline.refusal import refusable

# isort: split
import json

from pipeline.atomic import write_text
from pipeline.config.evaluation import Evaluation
from pipeline.config.load import load_section
from pipeline.data.corpus import load_split
from pipeline.evaluation.aligner_scores import aligner_scores
from pipeline.evaluation.judged import judged_targets
from pipeline.evaluation.reference_file import ALIGNER_SCORES, REFERENCE_LINKS, read_reference
from pipeline.evaluation.resample import Bootstrap
from pipeline.layout import TOKENS


@refusable
def main() -> None:
    # What an earlier run left must not be taken for this one's, should it end early.
    ALIGNER_SCORES.unlink(missing_ok=True)
    evaluation = load_section("evaluation", Evaluation)
    bootstrap = Bootstrap(evaluation.bootstrap_samples, evaluation.confidence, evaluation.seed)
    test = load_split(TOKENS, "test")
    reference = read_reference(REFERENCE_LINKS, test["id"])
    targets = [judged_targets(words) for words in test["target_words"]]
    scores = aligner_scores(reference, targets, bootstrap)
    write_text(ALIGNER_SCORES, json.dumps(scores, indent=1, allow_nan=False) + "\n")


if __name__ == "__main__":
    main()
