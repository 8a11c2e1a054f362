"""A probe's measures as bars, some for each system: the figure, its file and its words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pipeline.reporting.figures.bars import Bar, Group, draw_bars
from pipeline.reporting.figures.style import Line
from pipeline.reporting.inputs import Inputs
from pipeline.reporting.output import Output
from pipeline.reporting.probes import measure_rows, measures
from pipeline.reporting.table import Column, Table
from pipeline.reporting.unit import probed


@dataclass(frozen=True)
class ProbeBars:
    """Which measures of a probe are drawn, and what they are called."""

    probe: str
    """Name of the probe, of its figure and of the CSV behind it."""
    names: Mapping[str, str]
    """Measure -> the name beside its bar; ``{one}`` stands for what is probed, as in ``told``."""
    axis: str
    """What is measured, along the axis."""
    told: str
    """The same, in the words for those who do not see the bars."""
    which: str
    """Column of the CSV that says which of ``names``."""
    value: str
    """Column of the CSV that holds the measure."""

    def draw(self, inputs: Inputs, output: Output, lines: dict[str, Line]) -> str | None:
        """Draw and file the bars; return the figure told, or None where nothing was measured."""
        groups = self._groups(inputs, lines)
        if not any(group.bars for group in groups):
            return None
        output.figure(self.probe, draw_bars(groups, self.axis), self._data(inputs))
        told = "; ".join(_told(group) for group in groups if group.bars)
        return f"Bars of {probed(inputs).said(self.told)}. {told}."

    def _groups(self, inputs: Inputs, lines: dict[str, Line]) -> list[Group]:
        groups = []
        for slug in inputs.settings.systems:
            found = measures(inputs, slug, self.probe)
            bars = [
                Bar(probed(inputs).said(name), value.mean, value.low, value.high, shade)
                for shade, (key, name) in enumerate(self.names.items())
                if (value := found.get(key)) is not None
            ]
            groups.append(Group(slug, lines[slug].colour, tuple(bars)))
        return groups

    def _data(self, inputs: Inputs) -> Table:
        rows = [
            (slug, key, value)
            for slug, *values in measure_rows(inputs, self.probe, list(self.names))
            for key, value in zip(self.names, values, strict=True)
        ]
        columns = tuple(Column(key, key) for key in ("system", self.which, self.value))
        return Table(self.probe, self.probe, columns, rows)


def _told(group: Group) -> str:
    return f"{group.name}: {', '.join(f'{bar.name} {bar.value:.2f}' for bar in group.bars)}"
