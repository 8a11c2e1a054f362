"""What was measured, for people to read: tables on the terminal."""

from __future__ import annotations

from collections.abc import Iterator

from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table as Drawn

from pipeline.plural import so_many
from pipeline.reporting.speed import growth_table, training_table, translation_table
from pipeline.reporting.table import Table

WIDTH = 120
"""Columns where the output is no terminal."""


def show(found: dict, systems: list[str]) -> None:
    """Print every table to stdout."""
    console = Console()
    if not console.is_terminal:
        console = Console(width=WIDTH)
    machine = found["machine"]
    console.print(
        f"Matrix product peak: {found['sgemm_peak']:.1f} GFLOP/s ({machine['device']}, "
        f"{so_many(machine['threads'], 'thread')}). Sentences: {found['sentences']}.",
        highlight=False,
    )
    for table in tables(found, systems):
        console.print(_drawn(table))


def tables(found: dict, systems: list[str]) -> Iterator[Table]:
    """The tables of what was measured; parts that were not have none."""
    made = (
        training_table(found, systems),
        translation_table(found, systems),
        growth_table(found, systems, "growth"),
    )
    yield from (table for table in made if table is not None)


def _drawn(table: Table) -> Drawn:
    drawn = Drawn(title=table.title, title_justify="left", box=SIMPLE)
    for index, column in enumerate(table.columns):
        drawn.add_column(column.title, justify="right" if table.numeric(index) else "left")
    for row in table.shown_rows():
        drawn.add_row(*row)
    return drawn
