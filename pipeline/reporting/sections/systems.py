"""The systems: what stands behind each name, before the first number of any of them."""

from __future__ import annotations

from pipeline.reporting.document import Link, Paragraph, Section, TableBlock
from pipeline.reporting.inputs import Inputs
from pipeline.reporting.output import Output
from pipeline.reporting.paper import TABLE_1
from pipeline.reporting.sections.table_one import parameters
from pipeline.reporting.system_words import in_words
from pipeline.reporting.table import Column, Table

SLUG, TITLE = "systems", "The systems"
COLUMNS = (
    Column("system", "System"),
    Column("what", "What it is"),
    Column("max_words", "Longest training sentence, words"),
    Column("parameters", "Parameters"),
)
NOTE = (
    "A fixed context is one vector for the whole source; attention gives the decoder another "
    "mixture of the source's positions at every step. Every setting of every system is in the ",
    Link("model card", "model_card.md"),
    ".",
)


def systems(inputs: Inputs, output: Output) -> Section:
    """A row a system."""
    rows = [
        (slug, in_words(one), one.max_words or "no cap", parameters(inputs, slug))
        for slug, one in inputs.settings.systems.items()
    ]
    table = Table("systems_in_words", "What stands behind each name", COLUMNS, rows)
    text = "All are trained on the same number of target tokens."
    if any(slug in TABLE_1 for slug in inputs.settings.systems):
        text += " The paper's RNNencdec is encdec here, its RNNsearch is search."
    return Section(SLUG, TITLE, (Paragraph((text,)), TableBlock(output.table(table), NOTE)))
