"""Explanation: what an output loses where one source word is erased."""

from __future__ import annotations

from pipeline.plural import so_many
from pipeline.reporting.captions import captioned
from pipeline.reporting.document import Block, Figure, Paragraph, Section, TableBlock
from pipeline.reporting.figures.style import Line
from pipeline.reporting.inputs import Inputs
from pipeline.reporting.output import Output
from pipeline.reporting.probes import brackets, intervals, measure_rows, probe
from pipeline.reporting.sections.probe_bars import ProbeBars
from pipeline.reporting.table import Column, Table
from pipeline.reporting.unit import probed, probes_note

PROBE = "erasure"
BARS = ProbeBars(
    PROBE,
    {
        "drop_attention": "most attended",
        "drop_gradient": "largest gradient",
        "drop_random": "random {one}",
        "drop_largest": "largest drop",
    },
    axis="fall of the output's log-probability, nats",
    told="the nats lost where a source {one} is erased",
    which="erased",
    value="nats",
)
COLUMNS = (
    Column("system", "System"),
    Column("drop_attention", "Most attended", 2),
    Column("drop_gradient", "Largest gradient", 2),
    Column("drop_random", "Random {one}", 2),
    Column("drop_largest", "Largest drop", 2),
    Column("attention_over_random", "Attended less random", 2),
    Column("attention_over_gradient", "Attended less gradient", 2),
)
AGREEMENT = (
    Column("system", "System"),
    Column("attention_finds_largest", "Most attended, %", 0, 100.0),
    Column("gradient_finds_largest", "Largest gradient, %", 0, 100.0),
    Column("random_finds_largest", "Random {one}, %", 0, 100.0),
    Column("tau_attention_change", "tau, attention and change", 2),
    Column("tau_gradient_change", "tau, gradient and change", 2),
    Column("tau_attention_gradient", "tau, attention and gradient", 2),
)
ERASED = {
    "unknown": "its embedding becomes that of UNK",
    "zero": "its embedding becomes zeros",
    "mean": "its embedding becomes the mean of all embeddings",
}


def erasure(inputs: Inputs, output: Output, lines: dict[str, Line]) -> Section:
    """The bars and both tables."""
    title = "Is attention an explanation?"
    alt, unit = BARS.draw(inputs, output, lines), probed(inputs)
    if alt is None:
        text = (
            f"No sentence was long enough, in {unit.many} that are not UNK, for {unit.many} to be "
            "ranked."
        )
        return Section(PROBE, title, (Paragraph((text,)),))
    lost = f"Nats lost where a source {unit.one} is erased"
    often = f"How often the {unit.one} is the one that matters most; rank correlations"
    caption = (
        *captioned(inputs.settings.report.captions.erasure),
        intervals(inputs, "Thin lines", "sentences"),
    )
    blocks: list[Block] = [
        Figure(PROBE, alt, caption),
        TableBlock(
            output.table(_table(inputs, "erasure_drops", lost, COLUMNS)),
            _note(inputs),
        ),
        TableBlock(
            output.table(_table(inputs, "erasure_agreement", often, AGREEMENT)),
            (
                f"Kendall's tau-b over the source {unit.many} of an output, mean over outputs, "
                "with the size of the change, up or down. A system without attention has none to "
                "compare.",
            ),
        ),
    ]
    return Section(PROBE, title, tuple(blocks))


def _table(inputs: Inputs, name: str, title: str, columns: tuple[Column, ...]) -> Table:
    rows = measure_rows(inputs, PROBE, [column.key for column in columns[1:]])
    return Table(name, title, probed(inputs).titled(columns), rows)


def _note(inputs: Inputs) -> tuple[str]:
    first = probe(inputs, next(iter(inputs.settings.systems)), PROBE)
    unit = probed(inputs)
    text = (
        f"{probes_note(inputs)}Mean over {so_many(first['outputs'], 'output')} of "
        f"{so_many(first['sentences'], 'test sentence')}, the "
        f"references being fed to the decoder. A {unit.one} is erased alone: "
        f"{ERASED[first['erased_by']]}; {unit.many} that are UNK already are not chosen. Random "
        f"is the mean over all {unit.many}, largest the {unit.one} whose erasure costs most; "
        "attention is that of the step that predicts the output. Differences are paired. "
    )
    return (text + brackets(inputs, "sentences"),)
