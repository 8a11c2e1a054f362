"""The corpus: how many pairs were kept and dropped, how long sentences are, what is unknown."""

from __future__ import annotations

from pipeline.plural import so_many
from pipeline.reporting.captions import captioned
from pipeline.reporting.document import (
    Block,
    Figure,
    Link,
    Paragraph,
    Section,
    Sentence,
    TableBlock,
)
from pipeline.reporting.figures.lengths import Histogram, draw_lengths
from pipeline.reporting.inputs import Inputs
from pipeline.reporting.output import Output
from pipeline.reporting.table import Column, Table, Value
from pipeline.reporting.unit import units_note

NAME = "corpus_lengths"
SPLITS = ("train", "validation", "test")
SIDES = ("source", "target")
BINS = 60
"""About so many steps at most in the histogram; longer sentences share the last one."""

KEPT = (Column("step", "Step"), Column("pairs", "Pairs"), Column("why", "Why"))
LENGTHS = (
    Column("split", "Split"),
    Column("side", "Side"),
    Column("sentences", "Sentences"),
    Column("words", "Words"),
    Column("mean", "Mean length", 1),
    Column("median", "Median", 0),
    Column("quantile_95", "95% are at most", 0),
    Column("longest", "Longest"),
    Column("unknown_rate", "Unknown, %", 2, 100.0),
)


def corpus(inputs: Inputs, output: Output) -> Section:
    """The section; what it leaves out is in the data card."""
    caps = sorted({s.max_words for s in inputs.settings.systems.values() if s.max_words})
    longest = max(_longest(inputs, side) for side in SIDES)
    histograms = [_histogram(inputs, side) for side in SIDES]
    output.figure(NAME, draw_lengths(histograms, caps, longest), _data(inputs))
    blocks: tuple[Block, ...] = (
        Figure(NAME, _alt(inputs), _caption(inputs, caps)),
        TableBlock(output.table(kept_table(inputs))),
        TableBlock(output.table(length_table(inputs))),
        *_units(inputs),
        Paragraph(("Everything else about the data: ", Link("data card", "data_card.md"), ".")),
    )
    return Section("corpus", "The corpus", blocks)


def _units(inputs: Inputs) -> tuple[Paragraph, ...]:
    text = units_note(inputs)
    return (Paragraph((text.strip(),)),) if text else ()


def _caption(inputs: Inputs, caps: list[int]) -> Sentence:
    """The caption, and what the systems' caps leave out of training."""
    caption = captioned(inputs.settings.report.captions.corpus_lengths)
    told = []
    for cap in caps:
        slug = next(s for s, one in inputs.settings.systems.items() if one.max_words == cap)
        left_out = next(iter(inputs.over_seeds(slug, "pairs_dropped_by_cap").values()))
        told.append(f"a cap of {cap} words leaves out {so_many(left_out, 'training pair')}")
    return (*caption, f"{'; '.join(told)}.".capitalize()) if told else caption


def language(inputs: Inputs, side: str) -> str:
    """The language code of a side, as the corpus itself tells it."""
    return inputs.statistics["corpus"][f"{side}_language"]


def kept_table(inputs: Inputs) -> Table:
    """From what was downloaded to the three splits, with every reason for leaving a pair out."""
    pairs = inputs.statistics["pairs"]
    rows: list[tuple[Value, ...]] = [("downloaded", pairs["downloaded"], "")]
    rows += [("dropped", count, why) for why, count in pairs["dropped_in_cleaning"].items()]
    rows += [("cleaned", pairs["cleaned"], "")]
    rows += [("dropped", count, why) for why, count in pairs["dropped_in_splitting"].items()]
    rows += [(f"kept: {name}", pairs[name], _groups(inputs, name)) for name in SPLITS]
    return Table("corpus_pairs", "Pairs kept and dropped", KEPT, rows)


def _groups(inputs: Inputs, name: str) -> str:
    group = inputs.statistics["corpus"].get("group", "group")
    return f"{so_many(inputs.statistics['pairs']['groups'][name], 'whole group')} ({group})"


def length_table(inputs: Inputs) -> Table:
    """Lengths and unknown words of every split and side."""
    rows = []
    for name in SPLITS:
        for side in SIDES:
            one = inputs.statistics["splits"][name][side]
            length = one["length"]
            rows.append(
                (
                    name,
                    f"{side} ({language(inputs, side)})",
                    inputs.statistics["splits"][name]["sentences"],
                    one["words"],
                    length["mean"],
                    float(length["median"]),
                    float(length["quantiles"]["0.95"]),
                    length["longest"],
                    one["unknown_rate"],
                )
            )
    return Table("corpus_length_table", "Lengths in words, and unknown words", LENGTHS, rows)


def _counts(inputs: Inputs, split: str, side: str) -> dict[int, int]:
    counts = inputs.statistics["splits"][split][side]["length"]["histogram"]
    return {int(length): count for length, count in counts.items()}


def _longest(inputs: Inputs, side: str) -> int:
    return max(_counts(inputs, "train", side))


def _histogram(inputs: Inputs, side: str) -> Histogram:
    """Shares of training sentences by length, in steps of equal width from 1 word on."""
    longest = max(_longest(inputs, side) for side in SIDES)
    step = max(1, -(-min(longest, 2 * BINS) // BINS))
    last = min(longest, 2 * BINS)
    edges = list(range(1, last + step + 1, step))
    counts = _counts(inputs, "train", side)
    total = sum(counts.values())
    shares = [0.0] * (len(edges) - 1)
    for length, count in counts.items():
        shares[min((length - 1) // step, len(shares) - 1)] += count / total
    name = f"{side}: {language(inputs, side)}"
    return Histogram(name, tuple(edge - 0.5 for edge in edges), tuple(shares))


def _data(inputs: Inputs) -> Table:
    rows = [
        (split, side, language(inputs, side), length, count)
        for split in SPLITS
        for side in SIDES
        for length, count in sorted(_counts(inputs, split, side).items())
    ]
    names = ("split", "side", "language", "words", "sentences")
    return Table(NAME, NAME, tuple(Column(name, name) for name in names), rows)


def _alt(inputs: Inputs) -> str:
    told = [
        f"{language(inputs, side)} {one['mean']:.1f} words on average, {one['longest']} at most"
        for side in SIDES
        for one in [inputs.statistics["splits"]["train"][side]["length"]]
    ]
    return f"Histogram of training sentence lengths: {'; '.join(told)}."
