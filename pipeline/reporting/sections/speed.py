"""The benchmark's part of the cost section: how close training comes to what the machine can do."""

from __future__ import annotations

from collections.abc import Iterable

from pipeline.reporting.document import Block, Code, Figure, Paragraph, TableBlock
from pipeline.reporting.figures.growth import MEASURES, draw_growth, measured
from pipeline.reporting.figures.style import Line, line_beside
from pipeline.reporting.inputs import Inputs
from pipeline.reporting.output import Output
from pipeline.reporting.speed import (
    GRIDS,
    growth_table,
    training_table,
    translation_table,
)
from pipeline.reporting.wording import listed


def speed(inputs: Inputs, output: Output, lines: dict[str, Line]) -> tuple[Block, ...]:
    """Tables and figures of the benchmark; nothing where none was run for this report."""
    if inputs.speed is None:
        return ()
    found, systems = inputs.speed, list(inputs.settings.systems)
    tables = (
        (training_table(found, systems), TRAINING_NOTE),
        (translation_table(found, systems), TRANSLATION_NOTE),
    )
    blocks = [TableBlock(output.table(table), note) for table, note in tables if table is not None]
    return _opening(found), *blocks, *_growth(inputs, output, lines)


def speed_entry(inputs: Inputs, slug: str) -> dict | None:
    """What ``results.json`` says of a system; None where nothing was measured."""
    found = inputs.speed
    if found is None:
        return None
    entry = {part: found[part].get(slug) for part in ("training", "translation", *GRIDS)}
    if not any(entry.values()):
        return None
    return {"sgemm_peak": found["sgemm_peak"], "machine": found["machine"], **entry}


def _opening(found: dict) -> Paragraph:
    machine = found["machine"]
    sentences = "the corpus" if found["sentences"] == "corpus" else "invented sentences"
    return Paragraph(
        (
            "The rest of this section was measured apart from the experiment, by ",
            Code("python -m pipeline.benchmark"),
            f", on {sentences}: {machine['device']}, {machine['threads']} of "
            f"{machine['processors']} processors, PyTorch {machine['torch']}. A float32 matrix "
            f"product reached {found['sgemm_peak']:.0f} GFLOP/s there.",
        )
    )


TRAINING_NOTE = (
    "Operations are those of the equations on real tokens, a backward pass counting as two forward "
    "ones; the peak was measured in turns with the training. The output layer makes its gradient "
    "in the forward pass.",
)
TRANSLATION_NOTE = ("Test sentences; fresh weights write longer translations than trained ones.",)


FIGURES = {
    "growth": ("step_ms", "Time of a training step of {sentences} sentences by their length."),
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
    return [slug for slug in dict.fromkeys(named) if slug not in inputs.settings.systems]


def _growth(inputs: Inputs, output: Output, lines: dict[str, Line]) -> list[Block]:
    """A figure for each measure of one sentence length after the other."""
    by_length, beside = inputs.speed["by_length"], _compared(inputs)
    drawn = {**lines, **{slug: line_beside(place) for place, slug in enumerate(beside)}}
    blocks: list[Block] = []
    for name, (measure, caption) in FIGURES.items():
        figure = draw_growth(by_length, drawn, measure)
        if figure is None:
            continue
        output.figure(name, figure, growth_table(inputs.speed, drawn, name))
        words = caption.format(sentences=next(filter(None, by_length.values()))[0]["sentences"])
        blocks.append(Figure(name, _alt(by_length, drawn, measure), (words,), clock=True))
    if beside and blocks:
        blocks.append(Paragraph((_beside(beside),), "note"))
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
