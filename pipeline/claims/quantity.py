"""The quantities that a criterion can name, as a claim's file writes them. What each means is said
here; how it is measured, in the module of its evidence."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Words = Annotated[list[int], Field(min_length=2, max_length=2)]
"""Lowest and highest length in source words, both included."""

Positive = Annotated[float, Field(gt=0.0)]


class Written(BaseModel):
    """A part of a claim's file: strict types, no unknown key."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False)


class BleuDifference(Written):
    """BLEU of ``system`` less that of ``baseline`` on the test set, paired."""

    kind: Literal["bleu difference"]
    system: str
    baseline: str
    metric: Literal["bleu", "bleu_no_unk"] = "bleu"


class BleuChange(Written):
    """How BLEU changes from the test sentences of ``shorter`` source words to those of ``longer``.

    With a ``baseline``, how the lead over it changes.
    """

    kind: Literal["bleu change with length"]
    system: str
    baseline: str | None = None
    shorter: Words
    longer: Words


class AlignmentShape(Written):
    """A measure of ``alignment.json`` (``crossing``, ``largest_weight``, ``entropy`` ...).

    ``seed_sd`` is the standard deviation from seed to seed that is assumed, in the same unit.
    """

    kind: Literal["alignment shape"]
    system: str
    measure: str
    seed_sd: Positive


class AerExcess(Written):
    """Alignment error rate of ``system`` less that of the statistical aligner beside it."""

    kind: Literal["alignment error above the aligner's"]
    system: str
    seed_sd: Positive


class ProbeFigure(Written):
    """A figure of ``probes.json``, by its keys joined with dots; less the baseline's, if named."""

    kind: Literal["probe"]
    system: str
    baseline: str | None = None
    figure: str
    unit: str
    seed_sd: Positive


class TimeRatio(Written):
    """Time of a training step of ``system`` over one of ``baseline``, from the benchmark.

    Sources are ``source_length`` tokens long. With ``from_source_length``, how many times larger
    that ratio is than the ratio there.
    """

    kind: Literal["time ratio"]
    system: str
    baseline: str
    source_length: int
    from_source_length: int | None = None


Quantity = Annotated[
    BleuDifference | BleuChange | AlignmentShape | AerExcess | ProbeFigure | TimeRatio,
    Field(discriminator="kind"),
]
