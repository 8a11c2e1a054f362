"""The benchmark's part of the cost section: how close training comes to what the machine can do."""

from __future__ import annotations

from pipeline.reporting.document import Block, Code, Figure, Paragraph, TableBlock
from pipeline.reporting.figures.growth import draw_growth
from pipeline.reporting.figures.style import Line
from pipeline.reporting.inputs import Inputs
from pipeline.reporting.output import Output
from pipeline.reporting.speed import (
    GRIDS,
    growth_table,
    length_table,
    training_table,
    translation_table,
)

NAME = "growth"


def speed(inputs: Inputs, output: Output, lines: dict[str, Line]) -> tuple[Block, ...]:
    """Tables and a figure of the benchmark; nothing where none was run for this report."""
    if inputs.speed is None:
        return ()
    found, systems = inputs.speed, list(inputs.settings.systems)
    tables = (
        (training_table(found, systems), TRAINING_NOTE),
        (translation_table(found, systems), TRANSLATION_NOTE),
        (length_table(found, systems, "memory_mib", "MiB that a training step takes"), MEMORY_NOTE),
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
MEMORY_NOTE = ("By source length; beyond the weights and the optimiser's state.",)


def _growth(inputs: Inputs, output: Output, lines: dict[str, Line]) -> tuple[Block, ...]:
    table = growth_table(inputs.speed, inputs.settings.systems, NAME)
    figure = draw_growth(inputs.speed["by_length"], lines)
    if table is None or figure is None:
        return ()
    output.figure(NAME, figure, table)
    told = []
    for slug in lines:
        if rows := inputs.speed["by_length"].get(slug):
            first, last = rows[0], rows[-1]
            told.append(
                f"{slug} from {first['step_ms']:.0f} ms at {first['source_length']} to "
                f"{last['step_ms']:.0f} ms at {last['source_length']}"
            )
    alt = f"Milliseconds per training step by source length in tokens: {'; '.join(told)}."
    sentences = next(iter(inputs.speed["by_length"].values()))[0]["sentences"]
    caption = (
        f"Time of a training step of {sentences} sentences by their length. The numbers beside "
        "the figure also have the growth with the batch and the hidden size, and translation.",
    )
    return (Figure(NAME, alt, caption, clock=True),)
