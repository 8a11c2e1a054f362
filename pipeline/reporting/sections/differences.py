"""Pairwise differences with paired intervals."""

from __future__ import annotations

from itertools import combinations

from pipeline.reporting.document import Section, TableBlock
from pipeline.reporting.inputs import Inputs
from pipeline.reporting.output import Output
from pipeline.reporting.table import Column, Table, Value
from pipeline.reporting.wording import ALIKE, relation

ALL_PAIRS_UP_TO = 6
"""Systems up to which every pair is shown; with more, each against the best, and claims' pairs."""

COLUMNS = (
    Column("system", "System"),
    Column("baseline", "compared with"),
    Column("bleu_difference", "Difference in BLEU", 2),
    Column("bleu_p_value", "p", 3),
    Column("bleu_reading", "Reading"),
    Column("bleu_no_unk_difference", "Difference, no UNK", 2),
    Column("bleu_no_unk_reading", "Reading, no UNK"),
)


def differences(inputs: Inputs, output: Output) -> Section | None:
    """The section; None where there is only one system."""
    systems = list(inputs.settings.systems)
    if len(systems) < 2:
        return None
    every = [_row(inputs, *_oriented(inputs, *pair)) for pair in combinations(systems, 2)]
    output.table(Table("differences", "Differences", COLUMNS, every))
    best = max(systems, key=lambda slug: inputs.scores.estimate(slug, "bleu").mean)
    few = len(systems) <= ALL_PAIRS_UP_TO
    asked = _asked(inputs)
    rows = every if few else [r for r in every if best in r[:2] or frozenset(r[:2]) in asked]
    rows.sort(key=lambda row: best not in row[:2] and not few)
    which = "every two systems" if few else f"{best}, the highest in BLEU, and each other system"
    if len(rows) > len(systems) - 1 and not few:
        which += ", and those that a claim compares"
    table = Table("differences", f"Differences between {which}", COLUMNS, rows)
    note = (
        f"Paired bootstrap over test sentences, {inputs.scores.samples:,} resamples, "
        f"{inputs.scores.percent} intervals; the higher mean is named first. p is one-tailed. "
        "No correction for the number of comparisons."
        + ("" if few else " The CSV holds every pair.")
    )
    return Section("differences", "Differences between systems", (TableBlock(table, (note,)),))


def _asked(inputs: Inputs) -> set[frozenset[str]]:
    """The pairs of systems whose BLEU a claim compares: its row leads to this table."""
    quantities = [
        condition["quantity"]
        for claim in inputs.judged["claims"]
        for condition in claim["criterion"]
    ]
    return {
        frozenset((one["system"], one["baseline"]))
        for one in quantities
        if one["kind"] == "bleu difference"
    }


def enough_known(inputs: Inputs) -> bool:
    """Whether so many test sentences are without unknown words that a bootstrap makes sense."""
    known = next(iter(inputs.scores.systems.values()))["sentences_no_unk"]
    return known >= inputs.settings.evaluation.bucket_minimum


def _oriented(inputs: Inputs, first: str, second: str) -> tuple[str, str]:
    """The two systems, the one with the higher BLEU first."""
    means = [inputs.scores.estimate(slug, "bleu").mean for slug in (first, second)]
    return (first, second) if means[0] >= means[1] else (second, first)


def _row(inputs: Inputs, system: str, baseline: str) -> tuple[Value, ...]:
    cells: list[Value] = [system, baseline]
    for metric in ("bleu", "bleu_no_unk"):
        difference = inputs.scores.difference(system, baseline, metric)
        reading = None
        if difference is not None:
            found = relation(difference)
            reading = "cannot be told apart" if found == ALIKE else found
            if metric == "bleu_no_unk" and not enough_known(inputs):
                reading = "too few sentences"
        cells.append(difference)
        if metric == "bleu":
            cells.append(inputs.scores.p_value(system, baseline, metric))
        cells.append(reading)
    return tuple(cells)
