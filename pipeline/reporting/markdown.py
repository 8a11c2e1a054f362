"""A document as Markdown for a code host; whatever the corpus holds is shown, never obeyed."""

from __future__ import annotations

import re

from pipeline.reporting.document import (
    Block,
    Bullets,
    Code,
    Document,
    Explorer,
    Figure,
    Link,
    Listing,
    Panels,
    Paragraph,
    Parallel,
    Place,
    Section,
    Sentence,
    Span,
    Strong,
    Subsection,
    TableBlock,
    Verdicts,
)
from pipeline.reporting.table import NOTHING, Table

_MEANT = re.compile(r"([\\`*|~$]|(?<!\w)_|_(?!\w)|\](?=[(\[:]))")
_AT_START = re.compile(r"^(?:(\d+)([.)])(?=\s|$)|([#+=-])(?=[\s#=-]|$))")
_WHITE = re.compile(r"\s+")
EXPLORER = (
    "The explorer is on the [page](report.html), which opens in any browser without a network."
)


def markdown(document: Document) -> str:
    """The whole document as GitHub's Markdown, figures linked relatively."""
    parts = [f"# {escape(document.title)}"]
    if document.note is not None:
        parts.append(f"> [!WARNING]\n> **{escape(document.note)}**")
    if document.subtitle:
        parts.append(sentence(document.subtitle))
    parts.append(
        "\n".join(
            f"- [{escape(section.title)}](#{anchor(section.title)})"
            for section in document.sections
        )
    )
    parts += [_section(section) for section in document.sections]
    return "\n\n".join(parts) + "\n"


def escape(text: str) -> str:
    """Text with everything that Markdown or HTML would read as a command made plain.

    Pipes, too, so that it can stand in a table; white space, line ends included, becomes one space.
    """
    flat = _WHITE.sub(" ", text).strip()
    flat = flat.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    flat = _MEANT.sub(r"\\\1", flat)
    # At the start of a line these would begin a heading or a list: "12. word", "- word".
    return _AT_START.sub(lambda m: f"{m[1]}\\{m[2]}" if m[1] else f"\\{m[3]}", flat)


def anchor(title: str) -> str:
    """The anchor that a code host gives to a heading."""
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def sentence(spans: Sentence) -> str:
    """Spans joined into one line."""
    return "".join(_span(span) for span in spans)


def _span(span: Span) -> str:
    if isinstance(span, Code):
        # Inside a code span only a backtick could end it.
        return "`" + span.text.replace("`", "'") + "`"
    if isinstance(span, Strong):
        # Stars count only where they touch the words.
        return _between_spaces(span.text, f"**{escape(span.text)}**")
    if isinstance(span, Link):
        return f"[{escape(span.text)}]({span.target})"
    if isinstance(span, Place):
        return f"[{escape(span.text)}](#{anchor(span.heading)})"
    return _between_spaces(span, escape(span))


def _between_spaces(text: str, written: str) -> str:
    """``written``, which has lost the spaces at the ends of ``text``, between such spaces."""
    ends = (" " if text[:1].isspace() else "", " " if text[1:] and text[-1:].isspace() else "")
    return ends[0] + written + ends[1]


def _section(section: Section) -> str:
    return "\n\n".join([f"## {escape(section.title)}", *(_block(b) for b in section.blocks)])


def _block(block: Block) -> str:
    match block:
        case Paragraph():
            return sentence(block.spans)
        case Bullets():
            return "\n".join(f"- {sentence(item)}" for item in block.items)
        case TableBlock():
            return _titled(block)
        case Figure():
            return _figure(block)
        case Panels():
            return _figure(block.whole)
        case Parallel():
            lines = [f"- **{escape(label)}**: {escape(text)}" for label, text, *_ in block.rows]
            return "\n".join([f"**{escape(block.title)}**", "", *lines])
        case Listing():
            return _listing(block)
        case Explorer():
            return EXPLORER
        case Subsection():
            return f"### {escape(block.title)}"
        case Verdicts():
            return _verdicts(block)


def _titled(block: TableBlock) -> str:
    filed = f"[CSV]({block.table.path})" if block.filed else ""
    note = f"{sentence(block.note)} {filed}".strip()
    parts = [f"**{escape(block.table.title)}**", table(block.table), note]
    return "\n\n".join(part for part in parts if part)


def table(content: Table) -> str:
    """A table in Markdown: numbers flush right."""
    heads = [escape(column.title) for column in content.columns]
    rules = ["---:" if content.numeric(index) else "---" for index in range(len(heads))]
    rows = [heads, rules, *([escape(cell) for cell in row] for row in content.shown_rows())]
    return "\n".join("| " + " | ".join(row) + " |" for row in rows)


def _figure(figure: Figure) -> str:
    links = f"[SVG](figures/{figure.name}.svg), [CSV]({figure.data})"
    picture = f"![{escape(figure.alt)}](figures/{figure.name}.png)"
    return f"{picture}\n\n{sentence(figure.caption)} ({links})".replace("  (", " (")


def _listing(listing: Listing) -> str:
    longest = max((len(run) for run in re.findall(r"`+", listing.text)), default=0)
    fence = "`" * max(3, longest + 1)
    summary = f"<details>\n<summary>{escape(listing.summary)}</summary>"
    code = f"{fence}{listing.language}\n{listing.text.rstrip()}\n{fence}"
    return f"{summary}\n\n{code}\n\n</details>"


VERDICT_HEADS = ("", "Claim", "The paper's figure", "Ours", "Verdict", "Shown in")


def _verdicts(block: Verdicts) -> str:
    rows = [VERDICT_HEADS, ["---:", *["---"] * (len(VERDICT_HEADS) - 1)]]
    for row in block.rows:
        reason = "" if row.reason is None else f". {escape(row.reason)}"
        rows.append(
            [
                str(row.number),
                f"{_span(row.claim)} ({escape(row.source)})",
                escape(row.paper),
                escape("; ".join(f"{one}: {said}" for one, said in row.ours)) or NOTHING,
                f"**{escape(row.marked)}**{reason}",
                ", ".join(map(_span, row.figures)) or NOTHING,
            ]
        )
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join(lines) + f"\n\n[CSV]({block.path})"
