"""Soft alignments: the paper's Figure 3, and what all alignments of the test set are like."""

from __future__ import annotations

from pipeline.evaluation.pick import Picked, pick_alignments
from pipeline.plural import so_many
from pipeline.progress import say
from pipeline.reporting.alignment_estimates import alignment_estimates
from pipeline.reporting.captions import captioned
from pipeline.reporting.document import Block, Figure, Panels, Paragraph, Section, TableBlock
from pipeline.reporting.figures.alignment import Alignment, draw_alignment, draw_alignments
from pipeline.reporting.figures.fonts import fonts_for, quietly_boxed
from pipeline.reporting.figures.style import set_style
from pipeline.reporting.inputs import Inputs
from pipeline.reporting.output import Output
from pipeline.reporting.table import Column, Table
from pipeline.reporting.translations import TestSet

NAME = "alignments"
PANELS = 4
MEASURES = {
    "entropy": ("Entropy, nats", 2, 1.0),
    "largest_weight": ("Largest weight", 2, 1.0),
    "end_weight": ("Weight on the source's end", 2, 1.0),
    "forward": ("Steps forward, %", 1, 100.0),
    "stay": ("Steps that stay, %", 1, 100.0),
    "backward": ("Steps backward, %", 1, 100.0),
    "crossing": ("Crossing pairs, %", 1, 100.0),
}


def alignments(inputs: Inputs, output: Output, test: TestSet) -> Section:
    """The plots of one system and the statistics of all that attend."""
    attending = [slug for slug, system in inputs.settings.systems.items() if system.attends]
    if not attending:
        text = "No system of this experiment attends to the source: there is no alignment to show."
        return Section("alignments", "Soft alignments", (Paragraph((text,)),))
    blocks = [*_plots(inputs, output, test, attending), _statistics(inputs, output, attending)]
    return Section("alignments", "Soft alignments", tuple(blocks))


def plotted(inputs: Inputs, test: TestSet) -> Picked:
    """The test sentences whose alignments are drawn."""
    known = [not unknown for unknown in test.column("has_unknown")]
    return pick_alignments(test.source_lengths, known, PANELS, inputs.settings.evaluation.seed)


def _plots(inputs: Inputs, output: Output, test: TestSet, attending: list[str]) -> list[Block]:
    wished, seed = inputs.settings.report.alignment_system, inputs.settings.seeds[0]
    shown = wished if wished in attending else attending[0]
    picked = plotted(inputs, test)
    found = test.alignments(shown, seed, picked.rows)
    fonts = fonts_for(word for one in found for word in (one.id, *one.source, *one.target))
    quietly_boxed()
    set_style(fonts.families)
    figures = [_panel(output, one, index) for index, one in enumerate(found)]
    output.figure(NAME, draw_alignments(found), _data(NAME, found))
    set_style()
    told = (
        f"{shown}, seed {seed}, on its own translations: {picked.rule} Source across the top, "
        "translation downwards; each row shows where the decoder looked as it wrote that word, "
        "from 0 (black) to 1 (white) in every panel, as in the paper's Figure 3."
    )
    if shown != wished:
        told += f" ({wished} is not in this experiment; the first system that attends is shown.)"
    caption = (*captioned(inputs.settings.report.captions.alignments), told)
    blocks: list[Block] = [Panels(Figure(NAME, _alts(found), caption), tuple(figures))]
    if (warning := fonts.warning()) is not None:
        say(warning)
        blocks.append(Paragraph((warning,), "note"))
    return blocks


def _panel(output: Output, one: Alignment, index: int) -> Figure:
    name = f"alignment_{index + 1}"
    output.figure(name, draw_alignment(one, "abcdefgh"[index]), _data(name, [one]))
    return Figure(name, _alt(one), ())


def _data(name: str, found: list[Alignment]) -> Table:
    names = ("id", "target_position", "target_word", "source_position", "source_word", "weight")
    rows = [
        (one.id, t, target, s, source, round(float(one.weights[t, s]), 6))
        for one in found
        for t, target in enumerate(one.target)
        for s, source in enumerate(one.source)
    ]
    return Table(name, name, tuple(Column(key, key) for key in names), rows)


def _alt(one: Alignment) -> str:
    """The plot told: where each word looked most."""
    pairs = [
        f"{word} at {one.source[int(one.weights[t].argmax())]}" for t, word in enumerate(one.target)
    ]
    return f"Alignment matrix of {one.id}. Each word written looks most: {', '.join(pairs)}."


def _alts(found: list[Alignment]) -> str:
    ids = ", ".join(one.id for one in found)
    matrices = "Alignment matrix" if len(found) == 1 else "Alignment matrices"
    return f"{matrices} of {so_many(len(found), 'sentence')} ({ids}), source across, target down."


def _statistics(inputs: Inputs, output: Output, attending: list[str]) -> TableBlock:
    found = {slug: alignment_estimates(inputs, slug) for slug in attending}
    names = [name for name in MEASURES if any(name in one for one in found.values())]
    table = Table(
        "alignment_statistics",
        "Alignments of the test references (forced decoding)",
        (Column("system", "System"), *(Column(name, *MEASURES[name]) for name in names)),
        [(slug, *(found[slug].get(name) for name in names)) for slug in attending],
    )
    several = len(inputs.settings.seeds) > 1
    kind = "ranges over seeds" if several else f"{inputs.scores.percent} bootstrap intervals"
    note = (
        f"In brackets {kind}. Entropy is 0 where a word looks at one source word alone; "
        "weights that do not sum to 1 (local attention) are divided by their sum first. Steps go "
        "from one target word's strongest source word to the next one's; a pair of target words "
        "crosses where their source words stand the other way round."
    )
    return TableBlock(output.table(table), (note,))
