"""The model card: what the systems are, how they were trained, what they are fit for."""

from __future__ import annotations

from pipeline.config.system import System
from pipeline.plural import so_many
from pipeline.reporting.document import Bullets, Document, Link, Paragraph, Section, TableBlock
from pipeline.reporting.inputs import Inputs
from pipeline.reporting.output import Output
from pipeline.reporting.sections.learning import training_table
from pipeline.reporting.sections.table_one import parameters, scores_table
from pipeline.reporting.table import Column, Table

USE = (
    "To compare architectures with each other under equal training, in teaching and research.",
    "To reproduce this experiment, change one setting, and see what it does.",
)
NO_USE = (
    "Not for translating anything that somebody relies on: the systems drop, repeat and invent "
    "words.",
    "Not for judging how good these architectures can become: corpus, sizes and budget are not the "
    "paper's; how they differ is in the report's last section.",
)


def model_card(inputs: Inputs, output: Output) -> Document:
    """The document."""
    corpus = inputs.statistics["corpus"]
    languages = f"{corpus['source_language']} to {corpus['target_language']}"
    return Document(
        f"Model card: {so_many(len(inputs.settings.systems), 'translation system')}, {languages}",
        (
            f"Trained on {corpus['name']} (see the ",
            Link("data card", "data_card.md"),
            "). Part of ",
            Link("the report", "report.md"),
            ".",
        ),
        inputs.settings.report.note,
        (
            Section("systems", "Systems", (TableBlock(output.table(_systems(inputs))),)),
            _training(inputs),
            Section("scores", "Scores", (TableBlock(scores_table(inputs), _brackets(inputs)),)),
            Section("use", "Intended use", (Bullets(tuple((one,) for one in USE)),)),
            _limits(inputs),
        ),
    )


def _systems(inputs: Inputs) -> Table:
    """One row a setting, one column a system, so that seventeen systems can still be read down."""
    systems = inputs.settings.systems
    names = list(System.model_fields)
    # A setting that is the same everywhere still tells what the systems are.
    rows = [
        ("parameters", *(f"{parameters(inputs, slug):,}" for slug in systems)),
        *((name, *(_said(getattr(one, name)) for one in systems.values())) for name in names),
    ]
    columns = (Column("setting", "Setting"), *(Column(slug, slug) for slug in systems))
    return Table("systems", "Systems and their settings", columns, rows)


def _said(value: str | int | float | bool | None) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)


def _training(inputs: Inputs) -> Section:
    training = inputs.settings.training
    text = (
        f"Each system saw {so_many(training.target_tokens, 'target token')}, whatever its cap on "
        f"length, with {training.optimizer}; the weights kept are those of the lowest validation "
        f"loss. Seeds: {', '.join(str(seed) for seed in inputs.settings.seeds)}."
    )
    note = ("Means over seeds, with their range.",) if len(inputs.settings.seeds) > 1 else ()
    table = TableBlock(training_table(inputs), note)
    return Section("training", "Training", (Paragraph((text,)), table))


def _brackets(inputs: Inputs) -> tuple[str]:
    means = "Means over seeds; in" if len(inputs.settings.seeds) > 1 else "In"
    return (f"{means} brackets {inputs.scores.percent} bootstrap intervals over test sentences.",)


def _limits(inputs: Inputs) -> Section:
    items = [(one,) for one in NO_USE]
    if len(inputs.settings.seeds) == 1:
        items.append(("One seed: how much the systems vary from training to training is unknown.",))
    every = {system.max_words for system in inputs.settings.systems.values()}
    caps = sorted(cap for cap in every if cap is not None)
    if caps:
        text = "".join(f"{cap} or " for cap in caps[:-1]) + so_many(caps[-1], "word")
        some = ", where it has one" if None in every else ""
        said = f"A system never saw a sentence longer than its cap{some} in training: {text}."
        items.append((said,))
    items.append(
        (
            "Attention weights show where the decoder looked, and explain only in part what it "
            "wrote: the report measures how far, by erasing words.",
        )
    )
    return Section("limits", "Limits", (Bullets(tuple(items)),))
