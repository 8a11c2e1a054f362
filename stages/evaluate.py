"""Stage ``evaluate``: the translations of all runs, scored -> runs/evaluate/scores.json.

Reads exactly the runs that experiment.systems and experiment.seeds list: a folder left over from
another experiment is never looked at.
"""

from __future__ import annotations

# First: Ctrl-C while the libraries are loaded is one line, too.
from pipeline.refusal import refusable

# isort: split
import json

from pipeline.atomic import write_text
from pipeline.config.decoding import Decoding
from pipeline.config.evaluation import Evaluation
from pipeline.config.experiment import Experiment
from pipeline.config.load import load_section
from pipeline.data.corpus import load_split
from pipeline.evaluation.buckets import length_buckets
from pipeline.evaluation.held_out import held_out
from pipeline.evaluation.resample import Bootstrap
from pipeline.evaluation.run_statistics import run_statistics
from pipeline.evaluation.scores import score_experiment
from pipeline.evaluation.translations import read_run
from pipeline.layout import EVALUATE, TOKENS
from pipeline.progress import progress, say


@refusable
def main() -> None:
    """Read translations, count matches, resample, write."""
    # What an earlier run left must not be taken for this one's, should it end early.
    (EVALUATE / "scores.json").unlink(missing_ok=True)
    experiment = load_section("experiment", Experiment)
    evaluation = load_section("evaluation", Evaluation)
    replace_unknown = load_section("decoding", Decoding).replace_unknown
    test = held_out(load_split(TOKENS, "test"))
    buckets = length_buckets(
        test.source_lengths, evaluation.length_edges, evaluation.bucket_minimum
    )
    for bucket in buckets:
        joined = f" (too small apart: {', '.join(bucket.merged)})" if bucket.merged else ""
        say(f"{len(bucket.rows):6,} sentences of {bucket.label} source words{joined}")
    runs: dict[str, list] = {system: [] for system in experiment.systems}
    listed = [(system, seed) for system in experiment.systems for seed in experiment.seeds]
    # Every run is read before any is scored: a missing one is told at once.
    read = [read_run(system, seed, test) for system, seed in listed]
    with progress("Counting matches", len(listed), "runs") as shown:
        for (system, _), run in zip(listed, read, strict=True):
            runs[system].append(run_statistics(run, test, replace_unknown))
            shown.advance(1)
    bootstrap = Bootstrap(evaluation.bootstrap_samples, evaluation.confidence, evaluation.seed)
    scores = score_experiment(test, buckets, runs, experiment.seeds, bootstrap)
    write_text(
        EVALUATE / "scores.json",
        json.dumps(scores, indent=1, ensure_ascii=False, allow_nan=False) + "\n",
    )


if __name__ == "__main__":
    main()
