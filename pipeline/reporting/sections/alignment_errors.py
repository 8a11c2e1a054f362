"""Alignments against reference links: error rates of systems and of a statistical aligner."""

from __future__ import annotations

from pipeline.evaluation.reference_file import GOLD
from pipeline.plural import so_many
from pipeline.reporting.alignment_estimates import (
    OTHER_SHIFT,
    aligner_estimates,
    alignment_estimates,
)
from pipeline.reporting.captions import captioned
from pipeline.reporting.document import Block, Figure, Paragraph, Section, TableBlock
from pipeline.reporting.estimate import Estimate
from pipeline.reporting.figures.points import Point, Scale, draw_points
from pipeline.reporting.figures.style import Line
from pipeline.reporting.inputs import Inputs
from pipeline.reporting.output import Output
from pipeline.reporting.table import Column, Table

NAME = "alignment_errors"
TITLE = "Alignments against a reference"
MEASURES = {
    "aer": ("AER", 2, 1.0),
    "precision": ("Precision", 2, 1.0),
    "recall": ("Recall", 2, 1.0),
    "f1": ("F1", 2, 1.0),
    "entropy": ("Entropy", 2, 1.0),
    "forward": ("Forward, %", 1, 100.0),
    "crossing": ("Crossing, %", 1, 100.0),
}
WAYS = {
    "forward": "aligner, to target",
    "backward": "aligner, to source",
    "symmetrised": "aligner, both ways",
    "directions": "aligner against itself",
    "ceiling": "best single links",
}


def alignment_errors(inputs: Inputs, output: Output, lines: dict[str, Line]) -> Section | None:
    """The section; None where no system attends or no link is known."""
    found = {slug: alignment_estimates(inputs, slug) for slug in inputs.settings.systems}
    found = {slug: one for slug, one in found.items() if "aer" in one}
    if not found:
        return None
    aligner = aligner_estimates(inputs)
    output.figure(NAME, _figure(found, aligner, lines), _data(found, aligner))
    caption = (*captioned(inputs.settings.report.captions.alignment_errors), _reading(inputs))
    blocks: list[Block] = [
        Paragraph((_origin(inputs),)),
        Figure(NAME, _alt(found), caption),
        TableBlock(output.table(_table(found, aligner)), (_note(inputs),)),
        *_shifts(inputs, output, found),
    ]
    return Section("alignment-errors", TITLE, tuple(blocks))


def _origin(inputs: Inputs) -> str:
    """What the reference is: gold or silver, in plain words."""
    scores = inputs.aligner
    made = scores["aligner"]
    aligner = (
        f"a statistical aligner ({made['aligner']} of {made['library']}, trained in both "
        f"directions on {so_many(made['trained_on_pairs'], 'pair')}: all, the test's included)"
    )
    counted = f"{scores['sentences_with_links']:,} of {so_many(scores['sentences'], 'test pair')}"
    if scores["kind"] == GOLD:
        return (
            f"The reference is gold: links that the corpus brings with it, for {counted}, "
            f"{scores['links_of_all_words']:,} in all, each of them sure; {scores['links']:,} are "
            f"of target words with a letter or digit, which alone are judged. Beside the systems "
            f"stands {aligner}."
        )
    return (
        f"The reference is silver, not made by hand: {aligner}. Links that both directions found "
        f"are sure ({scores['links_of_all_words']:,}), links that at least one found are possible "
        f"({scores['possible_links_of_all_words']:,}), for {counted}; of target words with a "
        f"letter or digit, which alone are judged, {scores['links']:,} and "
        f"{scores['possible_links']:,}. So the figures say how far a system "
        "agrees with that aligner, whose own errors count against the system."
    )


def _reading(inputs: Inputs) -> str:
    seeds = " Dots are seeds." if len(inputs.settings.seeds) > 1 else ""
    return (
        f"Lower is better, against the {inputs.aligner['kind']} reference; bars are "
        f"{_kind(inputs)}.{seeds}"
    )


def _kind(inputs: Inputs) -> str:
    several = len(inputs.settings.seeds) > 1
    return "ranges over seeds" if several else f"{inputs.scores.percent} bootstrap intervals"


def _note(inputs: Inputs) -> str:
    itself = (
        " The best single links are the best that one link a target word can reach."
        if inputs.aligner["kind"] == GOLD
        else (
            " The aligner is the reference itself here, so that its own error rate would be 0 and "
            "is left out; how far its two directions agree shows how sure it is of its links."
        )
    )
    kind = _kind(inputs)
    if len(inputs.settings.seeds) > 1:
        kind += f", for the aligner {inputs.scores.percent} bootstrap intervals"
    return (
        f"In brackets {kind}. A system's link joins each target word of the reference "
        "translation with the source word of largest weight (forced decoding); target words "
        "without a letter or digit are not judged. AER is 1 - (|A and S| + |A and P|) / (|A| + "
        "|S|) for links A, sure S and possible P (Och and Ney 2003). Entropy is in nats, of "
        "weights that sum to 1; forward and crossing are shares of steps and pairs as above. The "
        "aligner gives every target word at most one source word (to target), or every source word "
        "one target word (to source); both ways is their growth by grow-diag-final-and; "
        "against itself: the links to the target, those to the source being the reference."
        f"{itself}"
    )


def _table(found: dict[str, dict[str, Estimate]], aligner: dict[str, dict[str, Estimate]]) -> Table:
    rows = [(slug, *(one.get(name) for name in MEASURES)) for slug, one in found.items()]
    rows += [
        (title, *(aligner[way].get(name) for name in MEASURES))
        for way, title in WAYS.items()
        if aligner.get(way)
    ]
    columns = (Column(name, *about) for name, about in MEASURES.items())
    title = "Agreement with the reference links"
    return Table("alignment_errors_table", title, (Column("system", "System"), *columns), rows)


def _marks(aligner: dict[str, dict[str, Estimate]]) -> list[tuple[float, str]]:
    # Against gold the aligner as it is best used; as the reference itself, what it is worth.
    marked = ("symmetrised", "ceiling") if "symmetrised" in aligner else ("directions",)
    return [(aligner[way]["aer"].mean, WAYS[way]) for way in marked if "aer" in aligner[way]]


def _figure(found, aligner, lines: dict[str, Line]):
    points = [Point(slug, one["aer"], lines[slug]) for slug, one in found.items()]
    return draw_points(points, Scale("alignment error rate", 2, 1.0), _marks(aligner))


def _data(found, aligner) -> Table:
    rows = [(slug, one["aer"]) for slug, one in found.items()]
    rows += [
        (WAYS[way], one["aer"]) for way, one in aligner.items() if way in WAYS and "aer" in one
    ]
    return Table(NAME, NAME, (Column("system", "system"), Column("aer", "aer")), rows)


def _alt(found: dict[str, dict[str, Estimate]]) -> str:
    told = ", ".join(f"{slug} {one['aer'].mean:.2f}" for slug, one in found.items())
    return f"Alignment error rate of each system, lower is better: {told}."


def _shifts(inputs: Inputs, output: Output, found) -> list[TableBlock]:
    """Which word a step's weights belong to, where the order of step leaves it open."""
    rows = []
    for slug, one in found.items():
        system = inputs.settings.systems[slug]
        if system.family != "recurrent" or system.order != "luong":
            continue
        run = next(iter(inputs.runs[slug].values())).alignment
        shift = run["reference"]["alignment_shift"]
        pair = (one["aer"], one[f"{OTHER_SHIFT}aer"])
        rows.append((slug, shift, *(pair if shift == 0 else pair[::-1])))
    if not rows:
        return []
    columns = (
        Column("system", "System"),
        Column("alignment_shift", "Shift that is set"),
        Column("aer_shift_0", "AER, word predicted (shift 0)", 2),
        Column("aer_shift_1", "AER, word that went in (shift 1)", 2),
    )
    title = "Which word a step's weights belong to, in Luong's order of step"
    note = (
        "With content-based scores Luong et al.'s code gives the weights of step t to the word "
        "that went in; which is right here, the lower error rate tells."
    )
    table = Table("alignment_shift", title, columns, rows)
    return [TableBlock(output.table(table), (note,))]
