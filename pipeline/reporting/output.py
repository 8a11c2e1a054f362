"""The files of a report under construction: each table and figure filed as it is made."""

from __future__ import annotations

from pathlib import Path

from matplotlib.figure import Figure

from pipeline.atomic import write_text
from pipeline.reporting.figures.style import save
from pipeline.reporting.table import Table


class Output:
    """Where a report is being written: ``figures/``, ``tables/`` and the documents above them."""

    def __init__(self, root: Path, dpi: int) -> None:
        self.root = root
        self._dpi = dpi

    def table(self, table: Table) -> Table:
        """File a table's CSV and hand the table back."""
        write_text(self.root / table.path, table.csv())
        return table

    def figure(self, name: str, figure: Figure, data: Table) -> None:
        """Draw a figure as SVG and PNG, and file the numbers behind it under the same name."""
        if data.path not in (f"tables/{name}.csv", f"tables/clock/{name}.csv"):
            raise ValueError(f"the numbers behind figure {name} would be filed as {data.path}")
        self.table(data)
        save(figure, self.root / "figures", name, self._dpi)

    def text(self, name: str, text: str) -> None:
        """Write a document."""
        write_text(self.root / name, text)

    def svg(self, name: str) -> bytes:
        """The bytes of a figure that was drawn."""
        return (self.root / "figures" / f"{name}.svg").read_bytes()

    def png(self, name: str) -> bytes:
        """The bytes of a figure that was drawn, as an image of points."""
        return (self.root / "figures" / f"{name}.png").read_bytes()
