"""Stage ``judge``: the papers' claims against what was measured -> runs/judge/claims.json.

Evidence that is not there makes a claim ``not run``; a claim without a criterion is refused.
"""

from __future__ import annotations

# First: Ctrl-C while the libraries are loaded is one line, too.
from pipeline.refusal import refusable

# isort: split
import json
from pathlib import Path

from pipeline.atomic import write_text
from pipeline.claims.judging import judged
from pipeline.claims.reading import read_claims
from pipeline.claims.workspace import Workspace
from pipeline.config.decoding import Decoding
from pipeline.config.evaluation import Evaluation
from pipeline.config.experiment import Experiment
from pipeline.config.load import load_section
from pipeline.config.report import Report
from pipeline.evaluation.resample import Bootstrap
from pipeline.judged_file import JUDGED
from pipeline.progress import say


@refusable
def main() -> None:
    """Read the claims, gather evidence, judge, write."""
    # What an earlier run left must not be taken for this one's, should it end early.
    JUDGED.unlink(missing_ok=True)
    claims = read_claims()
    experiment = load_section("experiment", Experiment)
    evaluation = load_section("evaluation", Evaluation)
    workspace = Workspace(
        systems=tuple(experiment.systems),
        seeds=tuple(experiment.seeds),
        bootstrap=Bootstrap(evaluation.bootstrap_samples, evaluation.confidence, evaluation.seed),
        replace_unknown=load_section("decoding", Decoding).replace_unknown,
        report_folder=Path(load_section("report", Report).folder),
    )
    content = judged(claims, workspace)
    for claim in content["claims"]:
        say(f"{claim['id']:3d} {claim['verdict']:14s} {claim['title']}")
    write_text(
        JUDGED,
        json.dumps(content, indent=1, ensure_ascii=False, allow_nan=False) + "\n",
    )


if __name__ == "__main__":
    main()
