"""Context: how far apart the annotations of one word are in different contexts."""

from __future__ import annotations

from pipeline.plural import so_many
from pipeline.reporting.captions import captioned
from pipeline.reporting.document import Figure, Paragraph, Section, TableBlock
from pipeline.reporting.figures.style import Line
from pipeline.reporting.inputs import Inputs
from pipeline.reporting.output import Output
from pipeline.reporting.probes import brackets, intervals, measure_rows, probe
from pipeline.reporting.sections.probe_bars import ProbeBars
from pipeline.reporting.table import Column, Table
from pipeline.reporting.unit import probed, probes_note

PROBE = "context"
TITLE = "One {one} in two contexts"
EXAMPLES = 8
BARS = ProbeBars(
    PROBE,
    {
        "same_translation": "same translation",
        "other_translation": "other translation",
        "other_word": "another {one}",
    },
    axis="cosine distance of two annotations",
    told="the cosine distance between annotations",
    which="pairs",
    value="distance",
)
COLUMNS = (
    Column("system", "System"),
    Column("same_translation", "Same translation", 3),
    Column("other_translation", "Other translation", 3),
    Column("translation_difference", "Other less same", 3),
    Column("translation_difference_apart", "Apart: other less same", 3),
    Column("neighbour_difference", "Apart less shared", 3),
    Column("other_word", "Another {one}", 3),
)


def context(inputs: Inputs, output: Output, lines: dict[str, Line]) -> Section:
    """The bars and the table."""
    alt, unit = BARS.draw(inputs, output, lines), probed(inputs)
    heading = unit.said(TITLE)
    if alt is None:
        text = (
            f"No source {unit.one} of the test set stands often enough for two target {unit.many}."
        )
        return Section(PROBE, heading, (Paragraph((text,)),))
    rows = measure_rows(inputs, PROBE, [column.key for column in COLUMNS[1:]])
    title = f"Cosine distances between the annotations of one source {unit.one}"
    table = output.table(Table("context_distances", title, unit.titled(COLUMNS), rows))
    caption = (
        *captioned(inputs.settings.report.captions.context),
        f"The embeddings of one {unit.one} have distance 0 in every context. "
        + intervals(inputs, "Thin lines", unit.many),
    )
    return Section(PROBE, heading, (Figure(PROBE, alt, caption), TableBlock(table, _note(inputs))))


def _note(inputs: Inputs) -> tuple[str]:
    first = probe(inputs, next(iter(inputs.settings.systems)), PROBE)
    named = ", ".join(
        f"{one['word']} ({' or '.join(one['translations'])})"
        for one in first["examples"][:EXAMPLES]
    )
    unit = probed(inputs)
    words = so_many(first["words"], f"source {unit.one}", f"source {unit.many}")
    text = (
        f"{probes_note(inputs)}{words} with two translations and "
        f"{first['occurrences']:,} of their occurrences in the test set, such as {named}. The "
        "translations are the target "
        f"{unit.many} that go most with the {unit.one} in the training pairs, without and with the "
        "first left out; an occurrence counts as the one that its reference has. That takes some "
        "for what they are not, which makes both groups more alike. Annotations are the encoder's "
        "states, also where the decoder does not see them one by one. Apart: of pairs that share "
        f"neither the {unit.one} before nor the {unit.one} after; shared: of those that do. Each "
        f"{unit.one} counts alike. "
    )
    return (text + brackets(inputs, unit.many),)
