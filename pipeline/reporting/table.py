"""One table, three forms: cells for a page, cells for Markdown, records for a CSV file.

All three come from the same values, so that what is shown and what is filed cannot differ.
"""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass, field

from pipeline.reporting.estimate import Estimate, decimal

Value = str | int | float | bool | Estimate | None

NOTHING = "–"
"""What stands in a cell that has no value."""


@dataclass(frozen=True)
class Column:
    """A column: its key in the CSV, its title on the page, the decimals its numbers show.

    ``scale`` multiplies what is shown, never what is filed (shares shown as per cent).
    """

    key: str
    title: str
    digits: int = 1
    scale: float = 1.0


@dataclass(frozen=True)
class Table:
    """Rows of values under columns; the first column names the row.

    ``clock`` marks a table that depends on the machine's speed: it is filed apart.
    """

    name: str
    title: str
    columns: tuple[Column, ...]
    rows: list[tuple[Value, ...]] = field(default_factory=list)
    clock: bool = False

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row) != len(self.columns):
                raise ValueError(f"table {self.name}: {len(row)} values, {len(self.columns)} names")

    @property
    def path(self) -> str:
        """Where the table's CSV lies, relative to the report's folder."""
        return f"tables/clock/{self.name}.csv" if self.clock else f"tables/{self.name}.csv"

    def shown_rows(self) -> list[list[str]]:
        """Every cell as text."""
        return [
            [shown(value, column) for value, column in zip(row, self.columns, strict=True)]
            for row in self.rows
        ]

    def numeric(self, index: int) -> bool:
        """Whether a column holds numbers (and is set flush right)."""
        values = [row[index] for row in self.rows if row[index] is not None]
        return bool(values) and all(
            isinstance(value, int | float | Estimate) and not isinstance(value, bool)
            for value in values
        )

    def csv(self) -> str:
        """The table as CSV, numbers unrounded; an estimate takes columns for its interval."""
        estimated = [
            any(isinstance(row[index], Estimate) for row in self.rows)
            for index in range(len(self.columns))
        ]
        spread = [
            any(
                isinstance(v := row[index], Estimate) and v.seed_spread is not None
                for row in self.rows
            )
            for index in range(len(self.columns))
        ]
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        kinds = list(zip(self.columns, estimated, spread, strict=True))
        writer.writerow([name for kind in kinds for name in _names(*kind)])
        for row in self.rows:
            cells = zip(row, estimated, spread, strict=True)
            writer.writerow([value for cell in cells for value in _filed(*cell)])
        return text.getvalue()


def shown(value: Value, column: Column) -> str:
    """One value as text."""
    if value is None:
        return NOTHING
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Estimate):
        return value.shown(column.digits, column.scale)
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, float):
        return decimal(value * column.scale, column.digits)
    return value


def _names(column: Column, estimated: bool, spread: bool) -> list[str]:
    names = [column.key]
    if estimated:
        names += [f"{column.key}_low", f"{column.key}_high"]
    if spread:
        names.append(f"{column.key}_seed_spread")
    return names


def _filed(value: Value, estimated: bool, spread: bool) -> list[str | int | float | None]:
    if not estimated:
        return [str(value).lower() if isinstance(value, bool) else value]
    if not isinstance(value, Estimate):
        value = Estimate(value, None, None, "", ()) if value is not None else None
    cells = [None] * 3 if value is None else [value.mean, value.low, value.high]
    if spread:
        cells.append(None if value is None else value.seed_spread)
    return cells
