"""Context: how far apart the annotations of one word are in different contexts."""

from __future__ import annotations

from pipeline.reporting.captions import captioned
from pipeline.reporting.document import Figure, Paragraph, Section, TableBlock
from pipeline.reporting.figures.style import Line
from pipeline.reporting.inputs import Inputs
from pipeline.reporting.output import Output
from pipeline.reporting.probes import brackets, measure_rows, probe
from pipeline.reporting.sections.probe_bars import ProbeBars
from pipeline.reporting.table import Column, Table

PROBE = "context"
TITLE = "One word in two contexts"
EXAMPLES = 8
BARS = ProbeBars(
    PROBE,
    {
        "same_translation": "same translation",
        "other_translation": "other translation",
        "other_word": "another word",
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
    Column("other_word", "Another word", 3),
)


def context(inputs: Inputs, output: Output, lines: dict[str, Line]) -> Section:
    """The bars and the table."""
    alt = BARS.draw(inputs, output, lines)
    if alt is None:
        text = "No source word of the test set stands often enough for two target words."
        return Section(PROBE, TITLE, (Paragraph((text,)),))
    rows = measure_rows(inputs, PROBE, [column.key for column in COLUMNS[1:]])
    title = "Cosine distances between the annotations of one source word"
    table = output.table(Table("context_distances", title, COLUMNS, rows))
    caption = (
        *captioned(inputs.settings.report.captions.context),
        "The embeddings of one word have distance 0 in every context.",
    )
    return Section(PROBE, TITLE, (Figure(PROBE, alt, caption), TableBlock(table, _note(inputs))))


def _note(inputs: Inputs) -> tuple[str]:
    first = probe(inputs, next(iter(inputs.settings.systems)), PROBE)
    named = ", ".join(
        f"{one['word']} ({' or '.join(one['translations'])})"
        for one in first["examples"][:EXAMPLES]
    )
    text = (
        f"{first['words']:,} source words with two translations and {first['occurrences']:,} of "
        f"their occurrences in the test set, such as {named}. The translations are the target "
        "words that go most with the word in the training pairs, without and with the first left "
        "out; an occurrence counts as the one that its reference has. That takes some for what "
        "they are not, which makes both groups more alike. Annotations are the encoder's states, "
        "also where the decoder does not see them one by one. Apart: of pairs that share neither "
        "the word before nor the word after; shared: of those that do. Each word counts alike. "
    )
    return (text + brackets(inputs, "words"),)
