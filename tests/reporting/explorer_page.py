"""A page with a small explorer whose every weight is known."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from pipeline.reporting.document import Document, Explorer, Paragraph, Section
from pipeline.reporting.explorer.content import Explored, Written
from pipeline.reporting.explorer.embedded import embedded
from pipeline.reporting.explorer.weights import quantised
from pipeline.reporting.html import html
from pipeline.reporting.output import Output

SYSTEMS = ("search-50", "dot-50", "encdec-50")
HOSTILE = ("</script>", "<!--<script>", "<img", "src=x", "onerror=alert(1)>", "]]>", "&lt;")


def attending(words: tuple[str, ...], weights: list[list[float]], hard: tuple[int, ...]) -> Written:
    return Written(words, 40.0, quantised(np.array(weights)), hard)


def diagonal(words: tuple[str, ...]) -> Written:
    """Each word looks at the source word of its own place; the end has no row."""
    weights = np.eye(len(words), len(words) + 1)
    return Written(words, 100.0, quantised(weights), tuple(range(len(words))))


def blurred(words: tuple[str, ...]) -> Written:
    """Each word looks at the source word of its own place and a little at the next."""
    weights = 0.7 * np.eye(len(words), len(words) + 1) + 0.3 * np.eye(
        len(words), len(words) + 1, k=1
    )
    return Written(words, 50.0, quantised(weights), tuple(range(len(words))))


SENTENCES = (
    Explored(
        id="Genesis 1",
        words=("das", "rote", "Haus"),
        source="das rote Haus",
        reference="the red house",
        written=(
            attending(
                ("the", "house", "UNK"),
                [[0.8, 0.2, 0, 0], [0.1, 0.1, 0.8, 0], [0, 0.6, 0.1, 0.3], [0, 0, 0.1, 0.9]],
                (0, 2, 1),
            ),
            attending(
                ("red", "house"), [[0, 0.96, 0, 0.04], [0.2, 0, 0.8, 0], [0, 0, 0, 1]], (1, 2)
            ),
            Written(("the", "green", "house"), 12.3, None, None),
        ),
    ),
    Explored(
        id="Genesis 2",
        words=HOSTILE,
        source=" ".join(HOSTILE),
        reference="nothing </script> runs",
        written=(diagonal(HOSTILE), diagonal(HOSTILE), Written(HOSTILE, 1.0, None, None)),
    ),
    Explored(
        id="Genesis 3",
        words=("בראשית", "ברא", "אלהים", "את", "השמים", "ואת", "הארץ", "."),
        source="בראשית ברא אלהים את השמים ואת הארץ.",
        reference="In the beginning God created the heaven and the earth.",
        written=(
            blurred(tuple("abcdefgh")),
            diagonal(tuple("abcdefgh")),
            Written(("a",), 1.0, None, None),
        ),
    ),
)


def write_page(folder: Path, start: tuple[str, ...] = SYSTEMS[:2]) -> Path:
    """Write the page, which shows ``start`` first, to ``folder``; return where it is."""
    data = embedded(SYSTEMS, start, "Genesis 1", SENTENCES)
    section = Section("explorer", "Explorer", (Explorer(data, "de", "en"),))
    after = Section("after", "After it", tuple(Paragraph((f"Line {n}.",)) for n in range(60)))
    page = folder / "page.html"
    document = Document("Page", (), None, (section, after))
    page.write_text(html(document, Output(folder, 50)), encoding="utf-8")
    return page
