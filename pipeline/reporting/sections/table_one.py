"""The paper's Table 1 with our numbers beside it."""

from __future__ import annotations

from pipeline.plural import so_many
from pipeline.reporting.document import Block, Figure, Section, Sentence, Strong, TableBlock
from pipeline.reporting.estimate import Estimate, exact
from pipeline.reporting.figures.points import Point, Scale, draw_points
from pipeline.reporting.figures.style import Line
from pipeline.reporting.inputs import Inputs
from pipeline.reporting.output import Output
from pipeline.reporting.paper import TABLE_1
from pipeline.reporting.table import Column, Table, Value

COLUMNS = (
    Column("system", "System"),
    Column("bleu", "BLEU"),
    Column("bleu_no_unk", "BLEU, no UNK"),
    Column("paper_bleu", "Paper: all", 2),
    Column("paper_bleu_no_unk", "Paper: no UNK", 2),
    Column("bleu_replaced", "BLEU, UNK replaced"),
    Column("chrf", "chrF"),
    Column("perplexity", "Perplexity"),
    Column("parameters", "Parameters"),
)
NAME = "bleu"
METRICS = ("bleu", "bleu_no_unk", "bleu_replaced", "chrf", "perplexity")
SPREAD = (
    "SD is the standard deviation over seeds (n - 1 in the denominator): how far another training "
    "moves a number. The intervals above are over test sentences and do not hold it."
)


def table_one(inputs: Inputs, output: Output, lines: dict[str, Line]) -> Section:
    """The section with one row a system."""
    blocks: list[Block] = [
        _figure(inputs, output, lines),
        TableBlock(output.table(scores_table(inputs)), _note(inputs)),
    ]
    if len(inputs.settings.seeds) > 1:
        blocks.append(TableBlock(output.table(_seeds(inputs)), (SPREAD,)))
    return Section("scores", "Scores", tuple(blocks))


def _figure(inputs: Inputs, output: Output, lines: dict[str, Line]) -> Figure:
    """BLEU of every system, and of the paper's where it has the system."""
    points = [
        Point(slug, inputs.scores.estimate(slug, "bleu"), lines[slug], _theirs(slug)[0])
        for slug in inputs.settings.systems
    ]
    rows = [(one.name, one.value, one.paper) for one in points]
    columns = (Column("system", "system"), Column("bleu", "bleu"), Column("paper_bleu", "paper"))
    output.figure(NAME, draw_points(points, Scale("BLEU", 1)), Table(NAME, NAME, columns, rows))
    told = ", ".join(f"{one.name} {one.value.shown(1)}" for one in points)
    reading = f"Bars are {inputs.scores.percent} bootstrap intervals over test sentences."
    if len(inputs.settings.seeds) > 1:
        reading += " Dots are seeds."
    if any(one.paper is not None for one in points):
        reading += " Diamonds are the paper's, of its corpus and its budget: compare the gaps."
    caption = (Strong("BLEU of each system on the test set. "), reading)
    return Figure(NAME, f"BLEU of each system: {told}.", caption)


def _theirs(slug: str) -> tuple[float | None, float | None]:
    """The paper's BLEU of a system, and without unknown words; None where it has no such system."""
    theirs = TABLE_1.get(slug)
    return (None, None) if theirs is None else (theirs.all, theirs.no_unk)


def scores_table(inputs: Inputs) -> Table:
    """The table itself."""
    rows = [_row(inputs, slug) for slug in inputs.settings.systems]
    return Table("table_1", "Scores on the test set, beside the paper's Table 1", COLUMNS, rows)


def _seeds(inputs: Inputs) -> Table:
    """What each seed gave, and how far seeds lie apart."""
    seeds = inputs.settings.seeds
    titles = {column.key: column.title for column in COLUMNS}
    columns = (
        Column("system", "System"),
        *(Column(f"bleu_seed_{seed}", f"BLEU, seed {seed}", 2) for seed in seeds),
        *(Column(f"{metric}_sd", f"SD of {titles[metric]}", 2) for metric in METRICS),
    )
    rows = []
    for slug in inputs.settings.systems:
        found = [inputs.scores.estimate(slug, metric) for metric in METRICS]
        values = dict(found[0].seeds)
        spreads = [None if one is None else one.seed_spread for one in found]
        rows.append((slug, *(values[seed] for seed in seeds), *spreads))
    return Table("seeds", "From seed to seed", columns, rows)


def parameters(inputs: Inputs, slug: str) -> int:
    """A system's number of parameters, the same whatever the seed."""
    return next(iter(inputs.over_seeds(slug, "parameters").values()))


def parameter_estimate(inputs: Inputs, slug: str) -> Estimate:
    """The number of parameters in the form in which every number is filed."""
    return exact(parameters(inputs, slug), "parameters", inputs.settings.seeds)


def _row(inputs: Inputs, slug: str) -> tuple[Value, ...]:
    ours = [inputs.scores.estimate(slug, metric) for metric in METRICS]
    return (slug, *ours[:2], *_theirs(slug), *ours[2:], parameters(inputs, slug))


def _note(inputs: Inputs) -> Sentence:
    first = next(iter(inputs.scores.systems.values()))
    corpus = inputs.settings.corpus
    written = "replaced" if inputs.settings.decoding.replace_unknown else "kept"
    return (
        f"{so_many(first['sentences'], 'test sentence')} of every length, "
        f"{corpus.source_language} to {corpus.target_language}; "
        f"{inputs.scores.percent} bootstrap intervals in brackets. "
        f"BLEU and chrF are of detokenized text with unknown words {written}; “UNK replaced” puts "
        "the source word of the largest weight in the place of each (a fixed context has no "
        "weights: nothing is replaced). “No UNK” is the paper's: the "
        f"{so_many(first['sentences_no_unk'], 'sentence')} without unknown words in source and "
        f"reference, UNK barred from the output.{_beside(inputs)}",
    )


def _beside(inputs: Inputs) -> str:
    """What the paper's numbers are of; nothing where no system here is one of the paper's."""
    if not any(slug in TABLE_1 for slug in inputs.settings.systems):
        return ""
    return (
        " The paper's numbers are for English to French, with a corpus of 348 million words and "
        "about five days of training for each system: compare the gaps between rows, not the "
        "rows. Trained for longer, its RNNsearch-50 reached 28.45 (36.15 without unknown words); "
        "the phrase-based system Moses, 33.30 (35.63)."
    )
