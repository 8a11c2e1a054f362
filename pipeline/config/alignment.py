"""Section ``alignment``: the statistical aligner that alignments are compared with."""

from __future__ import annotations

from typing import Literal

from pipeline.config.section import PositiveInt, Section, Seed


class Alignment(Section):
    """Section ``alignment``. ``samplers`` and ``seed`` matter to eflomal alone."""

    aligner: Literal["eflomal", "hmm"]
    ibm1_iterations: PositiveInt
    hmm_iterations: PositiveInt
    fertility_iterations: PositiveInt
    samplers: PositiveInt
    lowercase: bool
    seed: Seed
