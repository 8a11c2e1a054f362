"""The benchmark's part of the cost section: how close training comes to what the machine can do."""

from __future__ import annotations

from collections.abc import Iterable

from pipeline.benchmark.place import where
from pipeline.plural import so_many
from pipeline.reporting.document import Block, Code, Figure, Paragraph, TableBlock
from pipeline.reporting.figures.growth import MEASURES, draw_growth, measured
from pipeline.reporting.figures.lines import in_panels
from pipeline.reporting.figures.style import Line, line_beside
from pipeline.reporting.inputs import Inputs
from pipeline.reporting.output import Output
from pipeline.reporting.speed import (
    PARTS,
    growth_table,
    training_table,
    translation_table,
)
from pipeline.reporting.wording import listed


def speed(inputs: Inputs, output: Output, lines: dict[str, Line]) -> tuple[Block, ...]:
    """Tables and figures of the benchmark; nothing where none was run."""
    if inputs.speed is None:
        return ()
    found, beside = inputs.speed, _compared(inputs)
    systems = [*inputs.settings.systems, *beside]
    tables = (
        (training_table(found, systems), TRAINING_NOTE),
        (translation_table(found, systems), TRANSLATION_NOTE),
    )
    shown: list[Block] = [
        TableBlock(output.table(table), note) for table, note in tables if table is not None
    ]
    shown += _growth(inputs, output, lines, beside)
    if not shown:
        return _left_out(inputs)
    note = (Paragraph((_beside(beside),), "note"),) if beside else ()
    return _opening(found), *_left_out(inputs), *note, *shown


def speed_entry(inputs: Inputs, slug: str) -> dict | None:
    """What ``results.json`` says of a system; None where nothing was measured."""
    found = inputs.speed
    if found is None:
        return None
    entry = {part: found[part].get(slug) for part in PARTS}
    if not any(entry.values()):
        return None
    around = {key: found.get(key) for key in ("sgemm_peak", "machine", "code", "date", "path")}
    return {**around, **entry}


def _opening(found: dict) -> Paragraph:
    machine = found["machine"]
    corpus = found.get("corpus") or "the corpus"
    sentences = corpus if found["sentences"] == "corpus" else "invented sentences"
    return Paragraph(
        (
            "The rest of this section was measured apart from the experiment, by ",
            Code("python -m pipeline.benchmark"),
            " (",
            Code(found["path"]),
            f"), on {sentences}: {where(found)}; {machine['device']}, processors used: "
            f"{machine['threads']} of {machine['processors']}, PyTorch {machine['torch']}. A "
            f"float32 matrix product reached {found['sgemm_peak']:.0f} GFLOP/s there.",
        )
    )


def _left_out(inputs: Inputs) -> tuple[Block, ...]:
    """What the benchmark says of systems that are others in it is not shown, and that is said."""
    left = inputs.speed["left_out"]
    told: dict[str, list[str]] = {}
    for slug in inputs.settings.systems:
        if slug in left:
            told.setdefault(left[slug].replace(f"systems.{slug}.", ""), []).append(slug)
    if not told:
        return ()
    words = "; ".join(f"of {listed(slugs)} it has {reason}" for reason, slugs in told.items())
    return (
        Paragraph(
            ("Not all that the benchmark ", Code(inputs.speed["path"]), f" has is shown: {words}."),
            "note",
        ),
    )


TRAINING_NOTE = (
    "Operations are those of the equations on real tokens, a backward pass counting as two forward "
    "ones; the peak was measured in turns with the training. The output layer makes its gradient "
    "in the forward pass.",
)
TRANSLATION_NOTE = ("Test sentences; fresh weights write longer translations than trained ones.",)


FIGURES = {
    "growth": (
        "step_ms",
        "Time of a training step by the length of its sentences: {sentences} sentences at every "
        "length, all equally long. The line is the median of {rounds}, in which the systems "
        "took turns; the band reaches from the quickest to the slowest.",
    ),
    "growth_decoding": (
        "decode_ms_per_sentence",
        "Time to translate one of {sentences} sentences by their length, with the beam of the "
        "settings; every translation is as long as its source.",
    ),
    "growth_memory": (
        "memory_mib",
        "Memory of a training step of {sentences} sentences by their length; beyond the weights "
        "and the optimiser's state.",
    ),
}
"""Name of the figure -> what it shows of ``by_length``, its caption."""


def _compared(inputs: Inputs) -> list[str]:
    """The systems that a claim compares in time and that the experiment does not have.

    The benchmark needs no trained system, so that such a claim is judged without them; and what a
    verdict rests on must be seen.
    """
    named = [
        condition["quantity"][key]
        for claim in inputs.judged["claims"]
        for condition, found in zip(claim["criterion"], claim["evidence"], strict=True)
        if condition["quantity"]["kind"] == "time ratio" and "missing" not in found
        for key in ("system", "baseline")
    ]
    measured_there = {slug for part in PARTS for slug in inputs.speed[part]}
    outside = (slug for slug in dict.fromkeys(named) if slug not in inputs.settings.systems)
    return [slug for slug in outside if slug in measured_there]


def _growth(
    inputs: Inputs, output: Output, lines: dict[str, Line], beside: list[str]
) -> list[Block]:
    """A figure for each measure of one sentence length after the other."""
    by_length = inputs.speed["by_length"]
    drawn = {**lines, **{slug: line_beside(place) for place, slug in enumerate(beside)}}
    blocks: list[Block] = []
    for name, (measure, caption) in FIGURES.items():
        figure = draw_growth(by_length, drawn, measure)
        if figure is None:
            continue
        output.figure(name, figure, growth_table(inputs.speed, drawn, name))
        first = next(filter(None, by_length.values()))[0]
        rounds = len(first.get("step_ms_rounds") or [None])
        words = caption.format(sentences=first["sentences"], rounds=so_many(rounds, "round"))
        seen = [line for slug, line in drawn.items() if measured(by_length, slug, measure)]
        told = (words + in_panels(seen),)
        blocks.append(Figure(name, _alt(by_length, drawn, measure), told, clock=True))
    return blocks


def _alt(by_length: dict[str, list[dict]], drawn: Iterable[str], measure: str) -> str:
    ends = [
        f"{slug} from {rows[0][measure]:.0f} at {rows[0]['source_length']} to "
        f"{rows[-1][measure]:.0f} at {rows[-1]['source_length']}"
        for slug in drawn
        if (rows := measured(by_length, slug, measure))
    ]
    return f"Lines of {MEASURES[measure]} by source length in tokens: {'; '.join(ends)}."


def _beside(beside: list[str]) -> str:
    one = len(beside) == 1
    return (
        f"{listed(beside)} {'is' if one else 'are'} not in this experiment, and "
        f"{'stands' if one else 'stand'} here because a claim compares times with "
        f"{'it' if one else 'them'}: a benchmark needs no trained weights."
    )
