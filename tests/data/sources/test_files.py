"""Files of a user's own, hostile ones too: handled as expected, or refused with the place."""

from __future__ import annotations

import gzip
import json

import pytest

from data.sources.corpora import read, write
from pipeline.data.cleaning import clean_text
from pipeline.data.sources import lines
from pipeline.refusal import Refusal

TWO = [("Haus", "house"), ("Hund", "dog")]


@pytest.fixture(autouse=True)
def workspace(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "corpora").mkdir()


def two_files(source: str | bytes, target: str | bytes):
    return read("files", train=[write("a.de", source), write("a.en", target)])


def refusal(**settings) -> str:
    with pytest.raises(Refusal) as caught:
        read("files", **settings)
    return str(caught.value)


def refusal_of_line(content: bytes) -> str:
    """What is said where the second file has ``content``."""
    return refusal(train=[write("a.de", "one\ntwo\nthree\n"), write("a.en", content)])


FORMS = {
    "p.tsv": "source\ttarget\nHaus\thouse\nHund\tdog\n",
    "p.csv": 'source,target\nHaus,house\n"Hund",dog\n',
    "p.jsonl": '{"source": "Haus", "target": "house"}\n{"target": "dog", "source": "Hund"}',
}


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("name", FORMS)
def test_every_format_plain_and_gzip(name, packed):
    content = FORMS[name].encode()
    file = write(f"{name}.gz", gzip.compress(content)) if packed else write(name, content)
    assert read("files", train=[file]).texts == TWO


def test_two_text_files_one_of_them_gzip_without_saying_so():
    assert two_files("Haus\nHund\n", gzip.compress(b"house\ndog")).texts == TWO


def test_ids_name_the_line_and_provenance_the_file():
    got = read("files", train=[write("p.tsv", FORMS["p.tsv"])])
    assert [pair.id for pair in got.pairs] == ["train:2", "train:3"]
    (file,) = got.provenance["files"]
    assert (file["name"], file["bytes"]) == ("p.tsv", len(FORMS["p.tsv"]))
    assert got.provenance["samples"][0] == {"id": "train:2", "source": "Haus", "target": "house"}


def test_given_splits_are_marked():
    parts = {part: [write(f"{part}.tsv", FORMS["p.tsv"])] for part in ("train", "test")}
    got = read("files", validation=None, **parts)
    assert [pair.held_out for pair in got.pairs] == [None, None, "test", "test"]
    assert got.provenance["counts"]["pairs_in_test"] == 2


@pytest.mark.parametrize(
    ("columns", "header", "content"),
    [
        ((2, 1), False, "house,Haus\n"),
        ((2, 1), True, "en,de\nhouse,Haus\n"),
        (("de", "en"), True, "\ufeffen , de,note\nhouse,Haus,x\n"),
    ],
)
def test_columns_by_name_and_by_place(columns, header, content):
    got = read(
        "files",
        train=[write("p.csv", content)],
        header=header,
        source_column=columns[0],
        target_column=columns[1],
    )
    assert got.texts == TWO[:1]


def test_keys_inside_objects():
    content = json.dumps({"translation": {"de": "Haus", "en": "house"}})
    names = {"source_column": "translation.de", "target_column": "translation.en"}
    assert read("files", train=[write("p.jsonl", content)], **names).texts == TWO[:1]


@pytest.mark.parametrize(("source", "target"), [(2, 3), (3, 2), (3, 1)])
def test_unlike_numbers_of_lines(source, target):
    said = refusal(train=[write("a.de", "x\n" * source), write("a.en", "y\n" * target)])
    assert f"a.de has {source} lines" in said
    assert f"a.en has {target}:" in said
    assert f"line {min(source, target) + 1} has no translation" in said


def test_an_empty_line_stays_a_pair_so_that_nothing_shifts():
    got = two_files("a\n\n  \nd\n\n", "A\nB\n\nD\n\n")
    assert got.texts == [("a", "A"), ("", "B"), ("  ", ""), ("d", "D"), ("", "")]
    assert got.found == {"pairs without a source": 1, "pairs with neither": 2}
    assert got.provenance["counts"]["only_in_target"] == 1


def test_byte_order_marks_and_windows_line_ends():
    got = two_files("\ufeffHaus\r\nHund\r\n", "house\ndog\n")
    assert got.texts == TWO
    assert got.found == {"byte order marks": 1, "line ends \\r\\n": 2}


@pytest.mark.parametrize("inner", ["\x0b", "\x0c", "\x1c", "\x85", "\u2028", "\u2029", "\r"])
def test_only_a_line_feed_ends_a_line(inner):
    got = two_files(f"a{inner}b\nc\n", "A\nC\n")
    assert [clean_text(source) for source, _ in got.texts] == ["a b", "c"]


REFUSED = [
    (b"one\ntw\xffo\nthree\n", "a.en, line 2, byte 3: is not UTF-8"),
    (b"one\ntwo\nthr\xc3", "a.en, line 3, byte 4: is not UTF-8"),
    (b"one\n\xed\xa0\x80\nthree\n", "a.en, line 2, byte 1: is not UTF-8"),
    (b"one\nt\0wo\nthree\n", "a.en, line 2: has a NUL"),
    ("one\ntwo\n".encode("utf-16"), "a.en, line 1: is UTF-16"),
    ("one\ntwo\n".encode("utf-16-le"), "a.en, line 1: has a NUL byte, which no text has. If the"),
    (b"one\rtwo\rthree", "a.en, line 1: has no line end but \\r"),
    (b"", "a.en: is empty"),
    (gzip.compress(b"one\ntwo\n" * 99)[:-9], "damaged or cut off"),
    (b"PK\x03\x04....", "a.en: is zip"),
    (b"BZh91AY", "a.en: is bzip2"),
    (b"PAR1....", "a.en: is Parquet"),
]


@pytest.mark.parametrize(("content", "said"), REFUSED, ids=[case[1] for case in REFUSED])
def test_what_is_no_text_is_refused_with_its_line(content, said):
    assert said in refusal_of_line(content)


def test_missing_file_and_folder():
    assert "b.de: cannot be opened (No such file" in refusal(train=["b.de", "b.en"])
    assert "cannot be opened (Is a directory" in refusal(train=["../corpora", "x"])


def test_a_line_of_a_million_characters_is_kept_and_counted():
    got = two_files("wort " * 200_000 + "\nb\n", "A\nB\n")
    assert len(got.texts[0][0]) == 1_000_000
    assert got.found == {"sentences of over 10,000 characters": 1}


def test_a_line_without_end_is_refused(monkeypatch):
    monkeypatch.setattr(lines, "LONGEST_LINE", 1000)
    assert "a.en, line 2: has over 1,000 bytes" in refusal_of_line(b"x\n" + b"y" * 5000)
    bomb = gzip.compress(b"y" * 5_000_000)
    assert "a.en, line 1: has over 1,000 bytes" in refusal_of_line(bomb)


def test_oddities_are_counted_and_kept():
    odd = ["bell\u0007", "u\u0308ber", "zero\u200bwidth", "\u202babc", "שלום", "\ufffd", "\ue000"]
    got = two_files("".join(f"{one}\n" for one in odd), "x\n" * len(odd))
    assert [source for source, _ in got.texts] == odd
    assert got.found == {
        "sentences with control characters": 1,
        "sentences with invisible characters (zero width, direction marks, soft hyphens)": 2,
        "sentences with private-use characters": 1,
        "sentences with replacement characters (U+FFFD)": 1,
        "sentences not composed (NFC)": 1,
        "sentences with right-to-left script": 1,
    }


def test_repeated_pairs_and_equal_sides_are_counted_and_kept():
    got = two_files("a\nb\na\na\n", "A\nb\nA\nB\n")
    assert len(got.pairs) == 4
    assert got.found == {
        "pairs whose source equals their target": 1,
        "pairs that repeat an earlier one": 1,
    }


def test_quoted_fields_hold_line_ends_separators_and_marks():
    content = 'source,target\n"a\nb, ""c""",A\n\nd,D\n'
    got = read("files", train=[write("p.csv", content)])
    assert got.texts == [('a\nb, "c"', "A"), ("d", "D")]
    assert [pair.id for pair in got.pairs] == ["train:2", "train:5"]
    assert got.found["fields with line ends"] == 1
    assert got.found["empty lines between records"] == 1
    tabs = write(
        "q.tsv", content.replace(",A", "\tA").replace("d,D", "d\tD").replace("e,t", "e\tt")
    )
    assert read("files", train=[tabs], format="tsv-quoted").texts == got.texts


def test_quotation_marks_are_text_between_tabs():
    content = 'source\ttarget\n"a" b\t"A\n"\tB"\n'
    got = read("files", train=[write("p.tsv", content)])
    assert got.texts == [('"a" b', '"A'), ('"', 'B"')]


BROKEN = [
    ("p.tsv", "source\ttarget\na\tA\nb\n", "p.tsv, line 3: has 1 field, but"),
    ("p.tsv", 'source\ttarget\n"a\nb"\tA\n', "set corpus.files.format to tsv-quoted"),
    ("p.tsv", "source\ttarget\na\tA\tx\n", "p.tsv, line 2: has 3 fields"),
    ("p.tsv", "a\tb\nc\td\n", "is 'source', which is the name of no column; the columns are"),
    ("p.csv", "source,source,target\n", "is 'source', which is the name of 2 columns"),
    ("p.csv", 'source,target\na,A\n"b,B\nc,C\n', "p.csv, line 3: the record that begins there"),
    ("p.csv", 'source,target\n"a"b,A\n', "p.csv, line 2: the record that begins there"),
    ("p.csv", "source;target\na;A\n", "the only column is 'source;target'"),
    ("p.jsonl", '{"source": "a"}\n', "p.jsonl, line 1: has no 'target'"),
    ("p.jsonl", '{"source": "a", "target": null}', "line 1: 'target' (corpus.files.target_column"),
    ("p.jsonl", '{"source": "a", "target": 3}', "is int, not text"),
    ("p.jsonl", '{"source": "a", "source": "b", "target": "c"}', "a key stands twice"),
    ("p.jsonl", '{"source": "a", "target": "\\ud800"}', "half a character"),
    ("p.jsonl", '{"source": "a", "target": "\\u0000"}', "has a NUL"),
    ("p.jsonl", "\n[1, 2]\n", "p.jsonl, line 2: has no 'source'"),
    ("p.jsonl", "{'a': 1}\n", "p.jsonl, line 1: Expecting"),
    ("p.json", '[\n{"source": "a"}]', "p.json, line 1: Expecting"),
    ("p.jsonl", "[" * 100_000 + "\n", "p.jsonl, line 1: "),
]


@pytest.mark.parametrize(("name", "content", "said"), BROKEN, ids=[case[2] for case in BROKEN])
def test_a_broken_record_is_refused_with_its_line(name, content, said):
    assert said in refusal(train=[write(name, content)])


def test_swapped_columns_are_hinted_at():
    german = "der Mann und die Frau sind nicht mit dem Hund auf das Feld\n" * 3
    english = "the man and the woman are not in the field with that dog of his\n" * 3
    assert not two_files(german, english).provenance["hints"]["swapped"]
    assert two_files(english, german).provenance["hints"]["swapped"]
    scripts = two_files("привет\n", "hello\n").provenance["hints"]["scripts"]
    assert scripts == {"source": {"cyrillic": 1.0}, "target": {"latin": 1.0}}
