"""The sections of params.yaml that a report speaks of: all of them, read once."""

from __future__ import annotations

from dataclasses import dataclass

from pipeline.config.alignment import Alignment
from pipeline.config.corpus import Corpus
from pipeline.config.decoding import Decoding
from pipeline.config.evaluation import Evaluation
from pipeline.config.experiment import Experiment
from pipeline.config.load import checked, refused
from pipeline.config.nearest import suggestion
from pipeline.config.params import Params
from pipeline.config.probes import Probes
from pipeline.config.read import PARAMS, read_params
from pipeline.config.report import Report
from pipeline.config.system import System
from pipeline.config.tokenizer import Tokenizer
from pipeline.config.training import Training


@dataclass(frozen=True)
class Settings:
    """Everything that was set for this experiment; ``systems`` in the experiment's order.

    ``described``: all that params.yaml describes, in the experiment or not.
    """

    report: Report
    experiment: Experiment
    systems: dict[str, System]
    described: dict[str, System]
    corpus: Corpus
    tokenizer: Tokenizer
    training: Training
    decoding: Decoding
    alignment: Alignment
    evaluation: Evaluation
    probes: Probes

    @property
    def seeds(self) -> list[int]:
        """The experiment's seeds."""
        return self.experiment.seeds


def read_settings() -> Settings:
    """Read params.yaml in the workspace; raises Refusal where a section is wrong.

    Systems that the experiment does not name are left out of ``systems``.
    """
    params = checked("", Params, read_params())
    named = params.experiment.systems
    unknown = [slug for slug in named if slug not in params.systems]
    if unknown:
        known = suggestion(unknown[0], params.systems)
        raise refused(PARAMS, [f'experiment.systems: "{unknown[0]}" is not under systems; {known}'])
    sections = {name: getattr(params, name) for name in Params.model_fields if name != "systems"}
    systems = {slug: params.systems[slug] for slug in named}
    return Settings(systems=systems, described=params.systems, **sections)
