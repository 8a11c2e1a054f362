"""The one place that turns the quantity a criterion names into evidence."""

from __future__ import annotations

from pipeline.claims.alignment_evidence import aer_excess, alignment_shape
from pipeline.claims.bleu_evidence import bleu_difference
from pipeline.claims.length_evidence import bleu_change
from pipeline.claims.measured import Evidence, Missing
from pipeline.claims.probe_evidence import probe_figure
from pipeline.claims.quantity import (
    AerExcess,
    AlignmentShape,
    BleuChange,
    BleuDifference,
    ProbeFigure,
    Quantity,
    TimeRatio,
)
from pipeline.claims.time_evidence import time_ratio
from pipeline.claims.workspace import Unread, Workspace

READERS = {
    BleuDifference: bleu_difference,
    BleuChange: bleu_change,
    AlignmentShape: alignment_shape,
    AerExcess: aer_excess,
    ProbeFigure: probe_figure,
    TimeRatio: time_ratio,
}


def gather(quantity: Quantity, workspace: Workspace) -> Evidence:
    """Measure ``quantity``; ``Missing`` with the reason where its data are not there.

    Raises Refusal where outputs of this very experiment are broken.
    """
    try:
        return READERS[type(quantity)](quantity, workspace)
    except Unread as reason:
        return Missing(str(reason))
