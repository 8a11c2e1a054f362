"""A report from beginning to end: every section, every document, into one folder."""

from __future__ import annotations

from pathlib import Path

from pipeline.plural import so_many
from pipeline.progress import say
from pipeline.reporting.data_card import data_card
from pipeline.reporting.document import Document, Link, Section, Sentence
from pipeline.reporting.environment import environment
from pipeline.reporting.families import families, of_luong
from pipeline.reporting.figures.style import lines_of, set_style
from pipeline.reporting.html import html
from pipeline.reporting.inputs import Inputs
from pipeline.reporting.markdown import markdown
from pipeline.reporting.model_card import model_card
from pipeline.reporting.output import Output
from pipeline.reporting.results import results
from pipeline.reporting.sections.alignment_errors import alignment_errors
from pipeline.reporting.sections.alignments import alignments
from pipeline.reporting.sections.answer import answer
from pipeline.reporting.sections.beyond_length import beyond_length
from pipeline.reporting.sections.by_length import by_length
from pipeline.reporting.sections.claims import claims, judging
from pipeline.reporting.sections.context import context
from pipeline.reporting.sections.corpus import corpus
from pipeline.reporting.sections.cost import cost
from pipeline.reporting.sections.differences import differences
from pipeline.reporting.sections.erasure import erasure
from pipeline.reporting.sections.explorer import explorer
from pipeline.reporting.sections.learning import learning
from pipeline.reporting.sections.long_sentences import long_sentences
from pipeline.reporting.sections.making import making
from pipeline.reporting.sections.path_length import path_length
from pipeline.reporting.sections.systems import systems
from pipeline.reporting.sections.table_one import table_one
from pipeline.reporting.translations import TestSet


def write_report(inputs: Inputs, folder: Path) -> None:
    """Write all documents, figures and tables to ``folder``."""
    output = Output(folder, inputs.settings.report.figure_dpi)
    around = environment()
    document = _document(inputs, _sections(inputs, output, around))
    say("Writing documents")
    output.text("report.md", markdown(document))
    output.text("report.html", html(document, output))
    output.text("results.json", results(inputs, around))
    output.text("data_card.md", markdown(data_card(inputs)))
    output.text("model_card.md", markdown(model_card(inputs, output)))


def _sections(inputs: Inputs, output: Output, around: dict) -> tuple[Section, ...]:
    set_style()
    named = inputs.settings.systems
    lines = lines_of(families(named), {slug: one.max_words for slug, one in named.items()})
    test = TestSet(inputs.settings)
    say("Drawing figures")
    sections = (
        answer(inputs),
        systems(inputs, output),
        table_one(inputs, output, lines),
        by_length(inputs, output, lines),
        differences(inputs, output),
        alignments(inputs, output, test),
        explorer(inputs, test),
        alignment_errors(inputs, output, lines),
        path_length(inputs, output, lines),
        erasure(inputs, output, lines),
        context(inputs, output, lines),
        long_sentences(inputs, output, test),
        beyond_length(inputs, output, lines),
        learning(inputs, output, lines),
        corpus(inputs, output),
        cost(inputs, output, lines),
        judging(inputs),
        making(inputs, output, around),
    )
    present = tuple(section for section in sections if section is not None)
    # Last to be made, first to be read: its rows lead to the others.
    return (claims(inputs, output, {one.slug: one.title for one in present}), *present)


def _document(inputs: Inputs, sections: tuple[Section, ...]) -> Document:
    report = inputs.settings.report
    return Document(report.title, _subtitle(inputs), report.note, sections)


def _subtitle(inputs: Inputs) -> Sentence:
    systems = so_many(len(inputs.settings.systems), "system")
    seeds = so_many(len(inputs.settings.seeds), "seed")
    luong = of_luong(inputs.settings.systems)
    after = " and Luong, Pham and Manning (2015)" if luong else ""
    return (
        f"After Bahdanau, Cho and Bengio (2014){after}. {systems}, {seeds} each. ",
        Link("results.json", "results.json"),
        " has every number; see also the ",
        Link("data card", "data_card.md"),
        " and the ",
        Link("model card", "model_card.md"),
        ".",
    )
