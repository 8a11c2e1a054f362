"""The alignment explorer: about a hundred test sentences to be touched, of every system."""

from __future__ import annotations

from pipeline.config.system import System
from pipeline.evaluation.buckets import length_buckets
from pipeline.evaluation.pick import Picked
from pipeline.evaluation.spread import pick_spread
from pipeline.plural import so_many
from pipeline.reporting.document import Explorer, Paragraph, Section
from pipeline.reporting.explorer.content import Explored, explored
from pipeline.reporting.explorer.embedded import embedded
from pipeline.reporting.inputs import Inputs
from pipeline.reporting.sections.alignments import plotted
from pipeline.reporting.sections.long_sentences import shown_long
from pipeline.reporting.translations import TestSet

LIMIT = 2_500_000
"""Bytes that the explorer may add to the page, which must stay below 5 million."""


def explorer(inputs: Inputs, test: TestSet) -> Section | None:
    """The section; None where no system attends, or no sentence is wanted."""
    systems, count = inputs.settings.systems, inputs.settings.report.explorer_sentences
    start = _start(systems, inputs.settings.report.alignment_system)
    if start is None or count == 0:
        return None
    rows = _rows(inputs, test, count)
    data, kept = _within_limit(list(systems), start, explored(inputs, test, rows))
    corpus = inputs.settings.corpus
    return Section(
        "explorer",
        "Explore the alignments",
        (
            Paragraph(_told(inputs, kept), "note"),
            Explorer(data, corpus.source_language, corpus.target_language),
        ),
    )


def _rows(inputs: Inputs, test: TestSet, count: int) -> list[int]:
    evaluation = inputs.settings.evaluation
    figures: list[Picked] = [plotted(inputs, test)]
    if inputs.settings.report.long_sentences > 0:
        figures.append(shown_long(inputs, test))
    buckets = length_buckets(
        test.source_lengths, evaluation.length_edges, evaluation.bucket_minimum
    )
    first = [row for picked in figures for row in picked.rows]
    return pick_spread([bucket.rows for bucket in buckets], count, evaluation.seed, first)


def _start(systems: dict[str, System], wished: str) -> tuple[str, ...] | None:
    """The systems shown first: the one of the figures, beside another that attends if it can be."""
    attending = [slug for slug, system in systems.items() if system.attends]
    if not attending:
        return None
    left = wished if wished in attending else attending[0]
    others = [slug for slug in attending if slug != left] or [s for s in systems if s != left]
    alike = [slug for slug in others if systems[slug].max_words == systems[left].max_words]
    return left, *(alike or others)[:1]


def _within_limit(
    systems: list[str], start: tuple[str, ...], sentences: list[Explored]
) -> tuple[str, int]:
    """The data of as many sentences as the page can carry, and their number.

    The sentences come in the order in which they were picked, so the last picked go first.
    """
    kept = len(sentences)
    while True:
        ordered = sorted(sentences[:kept], key=lambda one: (len(one.words), one.id))
        data = embedded(systems, start, sentences[0].id, ordered)
        if len(data) <= LIMIT or kept <= 1:
            return data, kept
        kept = min(kept - 1, int(kept * LIMIT / len(data)))


def _told(inputs: Inputs, kept: int) -> tuple[str, ...]:
    settings = inputs.settings
    unknown = (
        "unknown words stand as UNK and are replaced by source words only for BLEU"
        if settings.decoding.replace_unknown
        else "unknown words stand as UNK"
    )
    return (
        f"What is shown is each system's own translation (seed {settings.seeds[0]}; {unknown}), "
        "with the weights of its attention as it wrote each word; a system with a fixed context "
        f"has none. {so_many(kept, 'test sentence')}: those of the figures, the long ones "
        f"below, and others drawn at random (seed {settings.evaluation.seed}), as many "
        "from each length bucket as there are; no translation was looked at. Soft: the weights, "
        "rounded to 1/255, which moves none by more than 0.2 percentage points. Hard: each word "
        "joined to the one source word that it looks at most, the end of sentence left out. BLEU "
        "of one sentence (sacrebleu, effective order) says little about a system.",
    )
