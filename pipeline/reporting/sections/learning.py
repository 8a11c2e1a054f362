"""Learning curves: validation loss against target tokens seen."""

from __future__ import annotations

from statistics import fmean

from pipeline.reporting.captions import captioned
from pipeline.reporting.document import Figure, Section, TableBlock
from pipeline.reporting.estimate import Estimate, exact, over_seeds
from pipeline.reporting.figures.lines import Axis, Series, draw_lines, in_panels
from pipeline.reporting.figures.style import Line
from pipeline.reporting.inputs import Inputs, Run
from pipeline.reporting.output import Output
from pipeline.reporting.table import Column, Table

NAME = "learning_curves"
COLUMNS = (
    Column("system", "System"),
    Column("pairs", "Training pairs", 0),
    Column("pairs_dropped_by_cap", "Left out by the cap", 0),
    Column("pairs_longer_than_a_batch", "Longer than a batch", 0),
    Column("skipped_updates", "Updates skipped", 0),
    Column("target_tokens", "Target tokens seen, thousands", 0, 0.001),
    Column("passes", "Passes over the pairs", 1),
    Column("best_epoch", "Best epoch", 0),
    Column("validation_loss", "Validation loss, nats per token", 3),
    Column("attention_entropy", "Attention entropy, nats", 2),
)
PAIRS = ("pairs", "pairs_dropped_by_cap", "pairs_longer_than_a_batch")
"""Counts in summary.json that are the same for every seed."""
FILED = (
    "epoch",
    "target_tokens",
    "learning_rate",
    "train_loss",
    "validation_loss",
    "validation_perplexity",
    "attention_entropy",
    "gradient_norm",
)


def learning(inputs: Inputs, output: Output, lines: dict[str, Line]) -> Section:
    """The curves and what training came to."""
    axis = Axis(
        "target tokens seen, in thousands", "validation loss, nats per token", from_zero=False
    )
    output.figure(NAME, draw_lines(_series(inputs, lines), axis), _data(inputs))
    table = output.table(training_table(inputs))
    note = (
        "Teacher-forced loss on the validation pairs, of all lengths; the epoch of the lowest is "
        "kept. An epoch is a fixed number of target tokens, so that systems with different caps "
        "are compared at the same points. A pair longer than a batch makes one of its own; an "
        "update is skipped where its gradient is not finite or far above its usual norm."
    )
    if len(inputs.settings.seeds) > 1:
        note += " Means over seeds, with their range."
    caption = captioned(inputs.settings.report.captions.learning_curves)
    seeds = " Lines are means over seeds, bands their range."
    several = len(inputs.settings.seeds) > 1
    marks = f"{seeds if several else ''}{in_panels(list(lines.values()))}".strip()
    caption = (*caption, marks) if marks else caption
    figure = Figure(NAME, _alt(inputs), caption)
    return Section("learning", "Learning curves", (figure, TableBlock(table, (note,))))


def training_table(inputs: Inputs) -> Table:
    """What training came to, a row a system."""
    rows = []
    for slug in inputs.settings.systems:
        facts = training_facts(inputs, slug)
        rows.append((slug, *(facts.get(column.key) for column in COLUMNS[1:])))
    return Table("training", "What training came to", COLUMNS, rows)


def training_facts(inputs: Inputs, slug: str) -> dict[str, Estimate]:
    """What training came to, in the form in which every number is filed."""
    runs = inputs.runs[slug]
    seeds = list(runs)
    best = {seed: best_epoch(run) for seed, run in runs.items()}
    first = next(iter(runs.values())).summary
    facts = {
        **{name: exact(first[name], "pairs", seeds) for name in PAIRS},
        "skipped_updates": over_seeds(inputs.over_seeds(slug, "skipped_updates"), "updates"),
        "target_tokens": over_seeds(_last(runs), "tokens"),
        "passes": over_seeds(inputs.over_seeds(slug, "passes"), "passes"),
        "best_epoch": over_seeds({s: row["epoch"] for s, row in best.items()}, "epoch"),
        "validation_loss": over_seeds(
            {s: row["validation_loss"] for s, row in best.items()}, "nats per token"
        ),
    }
    entropies = {s: row["attention_entropy"] for s, row in best.items()}
    if None not in entropies.values():
        facts["attention_entropy"] = over_seeds(entropies, "nats")
    return facts


def best_epoch(run: Run) -> dict:
    """The row of the epoch whose weights were kept."""
    return min(run.epochs, key=lambda row: row["validation_loss"])


def _last(runs: dict[int, Run]) -> dict[int, float]:
    return {seed: run.epochs[-1]["target_tokens"] for seed, run in runs.items()}


def _series(inputs: Inputs, lines: dict[str, Line]) -> list[Series]:
    series = []
    for slug, runs in inputs.runs.items():
        # Seeds may end an epoch at slightly different tokens: the points are epochs.
        points = list(zip(*(run.epochs for run in runs.values()), strict=False))
        losses = [[row["validation_loss"] for row in point] for point in points]
        series.append(
            Series(
                name=slug,
                x=tuple(fmean(r["target_tokens"] for r in point) / 1000 for point in points),
                y=tuple(fmean(values) for values in losses),
                low=tuple(min(values) for values in losses),
                high=tuple(max(values) for values in losses),
                line=lines[slug],
            )
        )
    return series


def _data(inputs: Inputs) -> Table:
    rows = [
        (slug, seed, *(_whole(row.get(key)) for key in FILED))
        for slug, runs in inputs.runs.items()
        for seed, run in runs.items()
        for row in run.epochs
    ]
    columns = tuple(Column(key, key) for key in ("system", "seed", *FILED))
    return Table(NAME, NAME, columns, rows)


def _whole(value: float | None) -> float | int | None:
    """Counts as whole numbers, as they were written."""
    return int(value) if value is not None and value == int(value) else value


def _alt(inputs: Inputs) -> str:
    told = [
        f"{slug} {training_facts(inputs, slug)['validation_loss'].mean:.2f}"
        for slug in inputs.settings.systems
    ]
    return f"Lines of validation loss against target tokens; at their lowest: {', '.join(told)}."
