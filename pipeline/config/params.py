"""The whole of params.yaml in one type. Only the stage that checks it imports every section."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from pipeline.config.alignment import Alignment
from pipeline.config.corpus import Corpus
from pipeline.config.decoding import Decoding
from pipeline.config.evaluation import Evaluation
from pipeline.config.experiment import Experiment
from pipeline.config.probes import Probes
from pipeline.config.report import Report
from pipeline.config.section import Section, Slug
from pipeline.config.system import System
from pipeline.config.tokenizer import Tokenizer
from pipeline.config.training import Training


class Params(Section):
    """Every section of params.yaml; no other is allowed."""

    corpus: Corpus
    tokenizer: Tokenizer
    experiment: Experiment
    training: Training
    decoding: Decoding
    alignment: Alignment
    evaluation: Evaluation
    probes: Probes
    report: Report
    systems: Annotated[dict[Slug, System], Field(min_length=1)]
