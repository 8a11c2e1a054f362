"""Path length: how far the gradient of an output reaches into the source."""

from __future__ import annotations

from pipeline.plural import so_many
from pipeline.reporting.captions import captioned
from pipeline.reporting.document import Figure, Section, TableBlock
from pipeline.reporting.figures.lines import Axis, Series, draw_lines, in_panels
from pipeline.reporting.figures.style import Line
from pipeline.reporting.inputs import Inputs
from pipeline.reporting.output import Output
from pipeline.reporting.probes import brackets, intervals, measure_rows, probe
from pipeline.reporting.table import Column, Table
from pipeline.reporting.unit import probed, probes_note

PROBE = "path_length"
FIGURES = {
    "path_from_end": ("from_end", "source {many} between a {one} and the end of its sentence"),
    "path_from_step": ("from_step", "source {many} between a {one} and the decoder's place"),
}
"""Name of the figure -> the curve in probes.json, what is across."""
GRADIENT = "gradient, 1 = the mean {one}'s"
COLUMNS = (
    Column("system", "System"),
    Column("first_third", "First third", 2),
    Column("last_third", "Last third", 2),
    Column("thirds_ratio", "First / last", 2),
    Column("decay", "Log slope by {one} from the end", 3),
    Column("thirds_ratio_by_length", "Log slope of first / last by length", 4),
    Column("near_step", "Near the decoder", 2),
)


def path_length(inputs: Inputs, output: Output, lines: dict[str, Line]) -> Section:
    """The two curves and the table."""
    captions, unit = inputs.settings.report.captions, probed(inputs)
    rules = {
        "path_from_end": (
            captions.path_from_end,
            f"If what a fixed context knows of a {unit.one} faded on its way through the encoder, "
            "its line would fall to the right.",
        ),
        "path_from_step": (
            captions.path_from_step,
            f"Target {unit.one} t of m is taken to stand at source {unit.one} t n / m: a line that "
            "falls belongs to a decoder that reads along.",
        ),
    }
    figures = []
    for name, (curve, counted) in FIGURES.items():
        series, across = _series(inputs, lines, curve), unit.said(counted)
        axis = Axis(across, unit.said(GRADIENT))
        output.figure(name, draw_lines(series, axis), _data(inputs, name, curve))
        caption, told = rules[name]
        bands = intervals(inputs, "Bands", "sentences") + in_panels([one.line for one in series])
        said = (*captioned(caption), f"{told} {bands}")
        figures.append(Figure(name, _alt(series, across), said))
    rows = measure_rows(inputs, PROBE, [column.key for column in COLUMNS[1:]])
    title = f"Gradients of the outputs by source {unit.one}"
    table = Table(PROBE, title, unit.titled(COLUMNS), rows)
    return Section(
        "path",
        "Path length",
        (*figures, TableBlock(output.table(table), _note(inputs))),
    )


def _series(inputs: Inputs, lines: dict[str, Line], curve: str) -> list[Series]:
    series = []
    for slug in inputs.settings.systems:
        points = probe(inputs, slug, PROBE)["curves"][curve]
        if points:
            distances = [point["distance"] for point in points]
            gradients = [point["gradient"] for point in points]
            series.append(Series.of(slug, distances, gradients, lines[slug]))
    return series


def _data(inputs: Inputs, name: str, curve: str) -> Table:
    rows = [
        (slug, point["distance"], point["gradient"])
        for slug in inputs.settings.systems
        for point in probe(inputs, slug, PROBE)["curves"][curve]
    ]
    return Table(name, name, tuple(Column(k, k) for k in ("system", "distance", "gradient")), rows)


def _alt(series: list[Series], across: str) -> str:
    told = [f"{one.name} from {one.y[0]:.2f} to {one.y[-1]:.2f}" for one in series]
    return f"Lines of the gradient's size against {across}: {'; '.join(told)}."


def _note(inputs: Inputs) -> tuple[str]:
    first = probe(inputs, next(iter(inputs.settings.systems)), PROBE)
    unit = probed(inputs)
    still = max(probe(inputs, slug, PROBE)["outputs_not_moved"] for slug in inputs.settings.systems)
    text = (
        f"{probes_note(inputs)}"
        "The length of the gradient of an output's log-probability with respect to each source "
        f"{unit.one}'s embedding, the test references being fed to the decoder; every output's "
        f"lengths are divided by their mean over the source {unit.many}, so 1 is an even share. "
        f"{so_many(first['sentences'], 'test sentence')}, {so_many(first['outputs'], 'output')}, "
        "ends of sentence "
        f"left out. First and last are thirds of the source. The slope by {unit.one} from the end "
        f"is within sentences, and below 0 where farther {unit.many} reach the outputs less; that "
        f"by length, per source {unit.one}, is below 0 where the first third loses in long "
        f"sentences. Near the decoder: at most 2 {unit.many} from its place. "
    )
    if still:
        text += (
            f"Outputs of a system that no source {unit.one} moves: at most {still:,}; left out. "
        )
    return (text + brackets(inputs, "sentences"),)
