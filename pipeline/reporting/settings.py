"""The sections of params.yaml that a report speaks of."""

from __future__ import annotations

from dataclasses import dataclass

from pipeline.config.corpus import Corpus
from pipeline.config.decoding import Decoding
from pipeline.config.evaluation import Evaluation
from pipeline.config.experiment import Experiment
from pipeline.config.load import load_section
from pipeline.config.load_system import load_system
from pipeline.config.report import Report
from pipeline.config.system import System
from pipeline.config.tokenizer import Tokenizer
from pipeline.config.training import Training


@dataclass(frozen=True)
class Settings:
    """Everything that was set for this experiment; ``systems`` in the experiment's order."""

    report: Report
    experiment: Experiment
    systems: dict[str, System]
    corpus: Corpus
    tokenizer: Tokenizer
    training: Training
    decoding: Decoding
    evaluation: Evaluation

    @property
    def seeds(self) -> list[int]:
        """The experiment's seeds."""
        return self.experiment.seeds


def read_settings() -> Settings:
    """Read params.yaml in the workspace; raises Refusal where a section is wrong."""
    experiment = load_section("experiment", Experiment)
    return Settings(
        report=load_section("report", Report),
        experiment=experiment,
        systems={slug: load_system(slug) for slug in experiment.systems},
        corpus=load_section("corpus", Corpus),
        tokenizer=load_section("tokenizer", Tokenizer),
        training=load_section("training", Training),
        decoding=load_section("decoding", Decoding),
        evaluation=load_section("evaluation", Evaluation),
    )
