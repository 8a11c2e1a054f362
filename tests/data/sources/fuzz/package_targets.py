"""Targets: the reader of wheels, and those of the texts and links within them."""

from __future__ import annotations

import hashlib
import io
import json
import re
import sqlite3
import zipfile
from pathlib import Path
from random import Random

from data.small_wheels import ENGLISH_ROWS, GERMAN_LINES, database_bytes
from data.sources.fuzz.judging import judge
from data.sources.fuzz.mutations import mutated
from data.sources.fuzz.oracles import Wrong
from data.test_bible_grc_en import ENGLISH, GREEK, RECORDS
from pipeline.data.sources import bible_de_en, bible_grc_en
from pipeline.data.sources.wheels import Wheel, read_member

MEMBERS = {"a/one.txt": b"one\n" * 50, "two": b"", "three.json": b'{"a": 1}'}
_VERSE = re.compile(r"(\S.*?) (\d+):(\d+) (.*)")


def wheel(random: Random) -> None:
    """A zip file, its hash pinned as it is: what was mutated is all there is to hold it up."""
    packed = io.BytesIO()
    kind = random.choice((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2,
                          zipfile.ZIP_LZMA))  # fmt: skip
    with zipfile.ZipFile(packed, "w", kind) as archive:
        for name, content in MEMBERS.items():
            archive.writestr(name, content)
    good = packed.getvalue()
    content = good if random.random() < 0.1 else mutated(good, random)
    path = Path("some-1.0-py3-none-any.whl")
    path.write_bytes(content)
    member = random.choice(list(MEMBERS))
    digest = hashlib.sha256(content).hexdigest()
    pinned = Wheel("some", "1.0", digest, member, largest_bytes=random.choice((500, 1_000_000)))
    judge(
        lambda: read_member(path, pinned),
        lambda: MEMBERS[member],
        [path.name, member],
        untouched=content == good and kind in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED),
        by_line=False,
    )


def german(random: Random) -> None:
    """Lines of verses."""
    good = GERMAN_LINES.encode()
    content = good if random.random() < 0.05 else mutated(good, random)

    def expected() -> tuple[dict, list[str]]:
        verses, books = {}, []
        try:
            lines = content.decode("utf-8").split("\n")
        except UnicodeDecodeError:
            raise Wrong from None
        for number, line in enumerate(lines, start=1):
            if line.strip():
                found = _VERSE.fullmatch(line)
                if not found:
                    raise Wrong(number)
                books += [found[1]] if found[1] not in books else []
                place = books.index(found[1]) + 1, int(found[2]), int(found[3])
                if place in verses:
                    raise Wrong(number)  # one of the two would be lost
                verses[place] = found[4]
        return verses, books

    judge(
        lambda: bible_de_en.german_verses(content),
        expected,
        ["bible-de-en"],
        untouched=content == good,
        by_line=True,
    )


def english(random: Random) -> None:
    """A database; what it says of itself may be wrong in any way."""
    good = database_bytes(Path())
    content = good if random.random() < 0.05 else mutated(good, random)

    def expected() -> dict:
        Path("again.sqlite").write_bytes(content)
        database = sqlite3.connect("file:again.sqlite?mode=ro&immutable=1", uri=True)
        try:
            rows = database.execute(
                "SELECT book_id, chapter_number, verse_number, text FROM verses"
            ).fetchall()
        except (sqlite3.Error, OverflowError):
            raise Wrong from None
        finally:
            database.close()
        if any([type(cell) for cell in row] != [int, int, int, str] for row in rows):
            raise Wrong
        if len({row[:3] for row in rows}) != len(rows):
            raise Wrong
        return {row[:3]: row[3] for row in rows}

    assert len(ENGLISH_ROWS) > 2
    judge(
        lambda: bible_de_en.english_verses(content),
        expected,
        ["bible-de-en"],
        untouched=content == good,
        by_line=False,
    )


def linked(random: Random) -> None:
    """Two tables of tokens and the links between them: whatever is taken must point at a token."""
    links = json.dumps({"records": RECORDS}).encode()
    good = [GREEK.encode(), ENGLISH.encode(), links]
    contents = [mutated(one, random) if random.random() < 0.5 else one for one in good]

    def got() -> bool:
        greek = bible_grc_en.greek_verses(contents[0])
        verses = bible_grc_en.english_verses(contents[1])
        found, counts = bible_grc_en.verse_links(contents[2], greek, verses)
        kept = [
            (place, link) for place, some in found.items() for link in some
            if not (link[0] < len(greek[place]) and link[1] < len(verses[place]))
        ]  # fmt: skip
        assert not kept, kept
        tokens = sum(len(some) for some in (*greek.values(), *verses.values()))
        rows = sum(
            sum(1 for line in one.decode("utf-8-sig").split("\n")[1:] if line.strip("\r"))
            for one in contents[:2]
        )
        names = [token.id for some in (*greek.values(), *verses.values()) for token in some]
        assert len(set(names)) == len(names), "a token stands twice"
        assert tokens == rows, "tokens are lost"
        assert counts["links"] == sum(
            len(one["source"]) * len(one["target"]) for one in json.loads(contents[2])["records"]
        )
        return True

    judge(got, lambda: True, ["bible-grc-en"], untouched=contents == good, by_line=False)
