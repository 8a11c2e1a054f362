"""What each system costs: everything here depends on the clock and on the machine."""

from __future__ import annotations

from pipeline.plural import so_many
from pipeline.reporting.document import Paragraph, Section, Strong, TableBlock
from pipeline.reporting.estimate import Estimate, over_seeds
from pipeline.reporting.figures.style import Line
from pipeline.reporting.inputs import Inputs, Run
from pipeline.reporting.output import Output
from pipeline.reporting.sections.speed import speed
from pipeline.reporting.sections.table_one import parameters
from pipeline.reporting.table import Column, Table

MEASURED = {
    "training_seconds": ("train", "training_seconds", "s"),
    "training_tokens_per_second": ("train", "tokens_per_second", "target tokens per second"),
    "training_peak_memory": ("train", "peak_memory_mib", "MiB"),
    "translation_sentences_per_second": (
        "translate",
        "sentences_per_second",
        "sentences per second",
    ),
}
"""Name in the report -> stage, key of its timing, unit."""

COLUMNS = (
    Column("system", "System"),
    Column("parameters", "Parameters"),
    Column("training_seconds", "Training, s", 0),
    Column("training_tokens_per_second", "Target tokens a second", 0),
    Column("training_peak_memory", "Peak memory, MiB", 0),
    Column("translation_sentences_per_second", "Translated sentences a second", 1),
)


def cost(inputs: Inputs, output: Output, lines: dict[str, Line]) -> Section:
    """The section that stands apart, its table in a folder of its own."""
    rows = []
    for slug in inputs.settings.systems:
        found = costs(inputs, slug)
        rows.append((slug, parameters(inputs, slug), *(found.get(name) for name in MEASURED)))
    table = Table("cost", "What each system costs on this machine", COLUMNS, rows, clock=True)
    warning = Paragraph(
        (
            Strong("These numbers depend on the clock and the machine."),
            " So do the ratios of times among the claims. All other numbers in this report are "
            "the same for every run with the same settings on the same machine; these are not, "
            "and the files behind them have a folder of their own, tables/clock.",
        ),
        "note",
    )
    whole = TableBlock(output.table(table), _note(inputs))
    blocks = (warning, whole, *speed(inputs, output, lines))
    return Section("cost", "Cost", blocks, clock=True)


def costs(inputs: Inputs, slug: str) -> dict[str, Estimate]:
    """A system's costs by name; what was not measured is left out."""
    runs = inputs.runs[slug]
    found = {}
    for name, (stage, key, unit) in MEASURED.items():
        values = {seed: (_timing(run, stage) or {}).get(key) for seed, run in runs.items()}
        if None not in values.values():
            found[name] = over_seeds(values, unit)
    return found


def _timing(run: Run, stage: str) -> dict | None:
    return run.train_timing if stage == "train" else run.translate_timing


def _note(inputs: Inputs) -> tuple[str]:
    timings = [one.train_timing or {} for runs in inputs.runs.values() for one in runs.values()]
    devices = sorted({one["device"] for one in timings if "device" in one})
    counts = sorted({one["threads"] for one in timings if "threads" in one})
    device = f" on {' or '.join(devices)}" if devices else ""
    threads = ""
    if counts:
        before = "".join(f"{count} or " for count in counts[:-1])
        threads = f" with {before}{so_many(counts[-1], 'thread')}"
    beam = inputs.settings.decoding.beam
    text = f"Trained{device}{threads}; translated with a beam of {beam}."
    if len(devices) > 1 or len(counts) > 1:
        text += " Runs differ in that, so that their times do not compare."
    if len(inputs.settings.seeds) > 1:
        text += " Means over seeds, with their range."
    return (text,)
