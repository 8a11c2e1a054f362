"""Length beyond training: BLEU of the same text translated in ever longer pieces."""

from __future__ import annotations

from pipeline.plural import so_many
from pipeline.reporting.captions import captioned
from pipeline.reporting.document import Figure, Paragraph, Section, TableBlock
from pipeline.reporting.figures.lines import Axis, Series, draw_lines, in_panels
from pipeline.reporting.figures.style import Line
from pipeline.reporting.inputs import Inputs
from pipeline.reporting.output import Output
from pipeline.reporting.probes import brackets, intervals, probe
from pipeline.reporting.table import Column, Table

PROBE = "beyond_length"
TITLE = "Longer than any training sentence"
COLUMNS = (
    Column("system", "System"),
    Column("longest_training_words", "Longest in training, words", 0),
    Column("joined", "Joined to"),
    Column("source_words", "Source words, mean", 0),
    Column("texts", "Texts", 0),
    Column("bleu", "BLEU"),
    Column("difference", "Less one at a time"),
    Column("joined_difference", "Less the shortest joined"),
    Column("length_ratio", "Words written for one of the reference", 2),
)


def beyond_length(inputs: Inputs, output: Output, lines: dict[str, Line]) -> Section:
    """The curve and its table."""
    found = {slug: probe(inputs, slug, PROBE) for slug in inputs.settings.systems}
    found = {slug: one for slug, one in found.items() if one is not None}
    if not found:
        text = "The test set has not enough consecutive sentences to join to such lengths."
        return Section("beyond", TITLE, (Paragraph((text,)),))
    series = _series(found, lines)
    output.figure(PROBE, draw_lines(series, _axis(found)), _table(PROBE, found))
    caption = (
        *captioned(inputs.settings.report.captions.beyond_length),
        intervals(inputs, "Bands", "runs of sentences") + in_panels([one.line for one in series]),
    )
    table = output.table(_table("beyond_length_table", found))
    return Section(
        "beyond",
        TITLE,
        (Figure(PROBE, _alt(found), caption), TableBlock(table, _note(inputs, found))),
    )


def _series(found: dict[str, dict], lines: dict[str, Line]) -> list[Series]:
    return [
        Series.of(
            slug,
            range(len(one["lengths"])),
            [length["bleu"] for length in one["lengths"]],
            lines[slug],
        )
        for slug, one in found.items()
    ]


def _axis(found: dict[str, dict]) -> Axis:
    lengths = next(iter(found.values()))["lengths"]
    ticks = tuple((float(k), _name(length["factor"])) for k, length in enumerate(lengths))
    return Axis(
        "source words at once, in multiples of the longest training sentence", "BLEU", ticks
    )


def _name(factor: int) -> str:
    return "one sentence" if factor == 0 else f"{factor} ×"


def _table(name: str, found: dict[str, dict]) -> Table:
    rows = [
        (
            slug,
            one["longest_training_words"],
            _name(length["factor"]),
            *(length[column.key] for column in COLUMNS[3:]),
        )
        for slug, one in found.items()
        for length in one["lengths"]
    ]
    return Table(name, "BLEU of the same text in ever longer pieces", COLUMNS, rows)


def _alt(found: dict[str, dict]) -> str:
    told = [
        f"{slug} from {one['lengths'][0]['bleu'].mean:.1f} to {one['lengths'][-1]['bleu'].mean:.1f}"
        for slug, one in found.items()
    ]
    return f"Lines of BLEU against the length of joined source texts: {'; '.join(told)}."


def _note(inputs: Inputs, found: dict[str, dict]) -> tuple[str]:
    runs = max(one["runs"] for one in found.values())
    text = (
        f"Up to {so_many(runs, 'run')} of consecutive test sentences, drawn at random. Each run is "
        "translated one sentence at a time, and cut into texts of about each length and "
        "translated as if every text were one sentence: the words are the same everywhere. "
        f"{_joining(found)} Systems with another cap have other runs, so compare a "
        "row with its own system's first. Differences are paired. "
    )
    return (text + brackets(inputs, "runs"),)


def _joining(found: dict[str, dict]) -> str:
    lengths = next(iter(found.values()))["lengths"]
    return told_of_shortest(min(one["factor"] for one in lengths if one["factor"] > 0))


def told_of_shortest(factor: int) -> str:
    """What the shortest joined texts can tell, ``factor`` times the longest training sentence."""
    if factor == 1:
        return (
            "The shortest joined texts are about as long as the longest single sentence of "
            "training: what is lost there is lost to joining, not to length."
        )
    return (
        f"Even the shortest joined texts are about {factor} times as long as the longest sentence "
        "of training: what is lost there is lost to joining, to length or to both."
    )
