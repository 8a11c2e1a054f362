"""BLEU by source length: the paper's Figure 2, for every system."""

from __future__ import annotations

from pipeline.plural import so_many
from pipeline.reporting.captions import captioned
from pipeline.reporting.document import Block, Figure, Paragraph, Section, TableBlock
from pipeline.reporting.figures.lines import Axis, Series, draw_lines, in_panels, together
from pipeline.reporting.figures.style import Line
from pipeline.reporting.inputs import Inputs
from pipeline.reporting.output import Output
from pipeline.reporting.table import Column, Table, Value
from pipeline.reporting.unit import lengths_note

NAME = "bleu_by_length"


def by_length(inputs: Inputs, output: Output, lines: dict[str, Line]) -> Section:
    """The figure and its table."""
    table = Table(
        "bleu_by_length_table",
        "BLEU by source length, in words",
        (Column("system", "System"), *(_column(bucket) for bucket in inputs.scores.buckets)),
        [(slug, *inputs.scores.by_length(slug, "bleu")) for slug in inputs.settings.systems],
    )
    series = _series(inputs, lines)
    output.figure(NAME, draw_lines(series, _axis(inputs)), _data(inputs))
    caption = (*captioned(inputs.settings.report.captions.bleu_by_length), _reading(inputs, series))
    blocks: list[Block] = [
        Figure(NAME, _alt(inputs), caption),
        TableBlock(output.table(table), _note(inputs)),
    ]
    merged = [bucket for bucket in inputs.scores.buckets if bucket.get("merged")]
    if merged:
        names = "; ".join(f"{', '.join(b['merged'])} into {b['label']}" for b in merged)
        text = f"Buckets with too few test sentences were joined to a neighbour: {names}."
        blocks.append(Paragraph((text,), "note"))
    return Section("length", "BLEU by sentence length", tuple(blocks))


def _reading(inputs: Inputs, series: list[Series]) -> str:
    """What the figure's marks mean; small panels have no room for the numbers of sentences."""
    drawn = [one.line for one in series]
    means = "Lines are means over seeds, bands" if len(inputs.settings.seeds) > 1 else "Bands are"
    counted = "; n counts test sentences" if together(drawn) else ""
    bands = f"{means} {inputs.scores.percent} bootstrap intervals over test sentences{counted}."
    return bands + in_panels(drawn)


def _column(bucket: dict) -> Column:
    key = f"bleu_{bucket['low']}_to_{bucket['high'] or 'end'}"
    return Column(key, f"{_label(bucket)} (n = {bucket['sentences']:,})")


def _label(bucket: dict) -> str:
    return bucket["label"].replace("-", "–")


def _series(inputs: Inputs, lines: dict[str, Line]) -> list[Series]:
    series = []
    for slug in inputs.settings.systems:
        found = enumerate(inputs.scores.by_length(slug, "bleu"))
        points = [(index, value) for index, value in found if value is not None]
        if points:
            series.append(Series.of(slug, *zip(*points, strict=True), lines[slug]))
    return series


def _axis(inputs: Inputs) -> Axis:
    buckets = inputs.scores.buckets
    ticks = tuple(
        (float(index), f"{_label(bucket)}\nn = {bucket['sentences']:,}")
        for index, bucket in enumerate(buckets)
    )
    return Axis("words in the source sentence", "BLEU", ticks)


def _data(inputs: Inputs) -> Table:
    columns = ("system", "bucket", "low", "high", "sentences", "bleu")
    rows: list[tuple[Value, ...]] = []
    for slug in inputs.settings.systems:
        values = inputs.scores.by_length(slug, "bleu")
        for bucket, value in zip(inputs.scores.buckets, values, strict=True):
            places = (bucket["label"], bucket["low"], bucket["high"], bucket["sentences"])
            rows.append((slug, *places, value))
    return Table(NAME, NAME, tuple(Column(key, key) for key in columns), rows)


def _alt(inputs: Inputs) -> str:
    """The figure told: every system's first and last point."""
    buckets = inputs.scores.buckets
    told = []
    for slug in inputs.settings.systems:
        values = inputs.scores.by_length(slug, "bleu")
        if values[0] is not None and values[-1] is not None:
            told.append(f"{slug} from {values[0].mean:.1f} to {values[-1].mean:.1f}")
    ends = f"{buckets[0]['label']} and {buckets[-1]['label']} source words"
    return f"Lines of BLEU by source length, between {ends}: {'; '.join(told)}."


def _note(inputs: Inputs) -> tuple[str]:
    caps = [system.max_words for system in inputs.settings.systems.values()]
    longest = None if None in caps else so_many(max(caps), "word")
    limit = "" if longest is None else f" No system was trained on more than {longest}."
    text = f"In brackets {inputs.scores.percent} bootstrap intervals.{limit} {lengths_note(inputs)}"
    return (text.strip(),)
