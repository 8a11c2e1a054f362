"""What a report says, apart from how it looks: sections of blocks, written as HTML or Markdown."""

from __future__ import annotations

from dataclasses import dataclass

from pipeline.reporting.table import Table


@dataclass(frozen=True)
class Code:
    """A piece of code or a name inside a sentence."""

    text: str


@dataclass(frozen=True)
class Strong:
    """A piece of a sentence that must be seen."""

    text: str


@dataclass(frozen=True)
class Link:
    """A link inside a sentence; ``target`` is relative or a place on the page."""

    text: str
    target: str


@dataclass(frozen=True)
class Place:
    """A link to a place of the same document: its slug on the page, its heading in Markdown."""

    text: str
    slug: str
    heading: str


Span = str | Code | Strong | Link | Place
Sentence = tuple[Span, ...]


@dataclass(frozen=True)
class Paragraph:
    """A paragraph; ``kind`` is ``plain`` or ``note`` (small print)."""

    spans: Sentence
    kind: str = "plain"


@dataclass(frozen=True)
class Bullets:
    """A list of sentences; ``kind`` is ``plain`` or ``answer`` (the findings)."""

    items: tuple[Sentence, ...]
    kind: str = "plain"


@dataclass(frozen=True)
class TableBlock:
    """A table with a sentence under it; ``filed``: whether its CSV lies in the folder."""

    table: Table
    note: Sentence = ()
    filed: bool = True


@dataclass(frozen=True)
class Figure:
    """A drawn figure by its file name (no suffix), what a blind reader hears, and its caption.

    ``clock``: its numbers depend on the machine, and are filed apart.
    """

    name: str
    alt: str
    caption: Sentence
    clock: bool = False

    @property
    def data(self) -> str:
        """Where the numbers behind it lie, relative to the report's folder."""
        return f"tables/clock/{self.name}.csv" if self.clock else f"tables/{self.name}.csv"


@dataclass(frozen=True)
class Panels:
    """Several figures under one caption; ``whole`` names the file that holds them all."""

    whole: Figure
    panels: tuple[Figure, ...]


@dataclass(frozen=True)
class Parallel:
    """One sentence beside its translations: a title and (label, text, language, kind) rows.

    ``language`` is the text's, by its code, for a reader that speaks. ``kind`` is ``given`` for
    the source and the reference, ``system`` for what a system wrote.
    """

    title: str
    rows: tuple[tuple[str, str, str, str], ...]


@dataclass(frozen=True)
class Listing:
    """Verbatim text, folded away on the page under ``summary``."""

    summary: str
    text: str
    language: str = "text"


@dataclass(frozen=True)
class Explorer:
    """Alignments to be touched, on the page alone; ``data`` is JSON that is safe inside HTML.

    ``source_language`` and ``target_language`` are codes, for a reader that speaks.
    """

    data: str
    source_language: str
    target_language: str


@dataclass(frozen=True)
class Subsection:
    """A heading inside a section; ``slug``: its place on the page."""

    slug: str
    title: str


@dataclass(frozen=True)
class VerdictRow:
    """One claim: the paper's figure, ours with intervals, the verdict with its sign, the figures.

    ``ours``: each figure and, in words, the condition that it is for and whether that holds; empty
    where nothing was measured. ``reason`` says what limits the verdict, or None.
    """

    number: int
    claim: Place
    source: str
    paper: str
    ours: tuple[tuple[str, str], ...]
    verdict: str
    marked: str
    reason: str | None
    figures: tuple[Place, ...]


@dataclass(frozen=True)
class Verdicts:
    """The table of all claims; ``path`` of the CSV with every condition."""

    rows: tuple[VerdictRow, ...]
    path: str


Block = (
    Paragraph
    | Bullets
    | TableBlock
    | Figure
    | Panels
    | Parallel
    | Listing
    | Explorer
    | Subsection
    | Verdicts
)


@dataclass(frozen=True)
class Section:
    """A section; ``slug``: its place on the page; ``clock``: its numbers depend on the machine."""

    slug: str
    title: str
    blocks: tuple[Block, ...]
    clock: bool = False


@dataclass(frozen=True)
class Document:
    """A whole report. ``note`` is a warning that stands above everything, or None."""

    title: str
    subtitle: Sentence
    note: str | None
    sections: tuple[Section, ...]
