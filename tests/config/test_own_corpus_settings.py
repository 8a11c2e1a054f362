"""Wrong settings of a corpus of one's own, files or a dataset of the hub: one clear line each."""

from __future__ import annotations

import pytest
from test_wrong_settings import edited, lines

FILES = [
    ("train", None, "train: null gives nothing to train on; allowed: a list of two text files"),
    ("train", ["a.txt"], 'train: ["a.txt"] is 1 text file; allowed: two text files, or one t'),
    ("train", ["a.tsv", "b.tsv"], "is 2 tsv files; allowed: two text files, or one tsv, csv or "),
    ("train", ["a.de", "a.en", "a.fr"], "is 3 text files; allowed: two text files, or one tsv"),
    ("train", ["a.de", "b.csv.gz"], "mixes csv and text; allowed: one format"),
    ("train", ["../a.de", "a.en"], 'train[0]: "../a.de" has an empty part, `.` or `..` in it'),
    ("train", ["a.de", "/a.en"], 'train[1]: "/a.en" is no relative path'),
    ("train", ["a.de", "a.de"], 'train[1]: "a.de" is corpus.files.train[0] too; allowed: each'),
    ("test", ["p.tsv"], 'test[0]: "p.tsv" is corpus.files.train[0] too; allowed: each file once'),
    ("target_column", "source", 'target_column: "source" is the source\'s column too; allowed: '),
]


@pytest.mark.parametrize(("key", "value", "said"), FILES, ids=[case[2] for case in FILES])
def test_files_that_make_no_corpus(key, value, said):
    content = edited(
        ("corpus.source", "files"),
        ("corpus.name", "mine"),
        ("corpus.files.train", ["p.tsv"]),
        (f"corpus.files.{key}", value),
    )
    (line,) = lines(content)
    assert line.startswith("corpus.files.")
    assert said in line


def test_columns_go_with_the_format():
    own = [("corpus.source", "files"), ("corpus.name", "mine")]
    table = [*own, ("corpus.files.train", ["p.csv"])]
    assert lines(edited(*table)) == []
    found = lines(edited(*table, ("corpus.files.header", False)))
    assert [line.split(":")[0] for line in found] == [
        "corpus.files.source_column",
        "corpus.files.target_column",
    ]
    keys = [*own, ("corpus.files.train", ["p.jsonl"]), ("corpus.files.source_column", 1)]
    (line,) = lines(edited(*keys))
    assert line == "corpus.files.source_column: 1 is no key of JSON lines; allowed: a name"


def test_a_synthetic_corpus_has_a_name_of_its_own():
    (line,) = lines(edited(("corpus.source", "synthetic")))
    assert line == (
        'corpus.name: "bible-de-en" is a packaged corpus, but corpus.source is synthetic; '
        "allowed: a name of your own for what is read or made"
    )


@pytest.mark.parametrize("source", ["files", "hub"])
def test_a_corpus_of_ones_own_has_a_name_and_a_folder_of_its_own(source):
    own = [("corpus.source", source), ("corpus.files.train", ["a.de", "a.en"])]
    (line,) = lines(edited(*own))
    assert line.startswith('corpus.name: "bible-de-en" is a packaged corpus, but corpus.source is')
    (line,) = lines(edited(*own, ("corpus.name", " ")))
    assert line == 'corpus.name: " " is no name; allowed: text for the report'
    (line,) = lines(edited(*own, ("corpus.name", "x"), ("corpus.folder", "nowhere")))
    assert line.startswith('corpus.folder: "nowhere" is no folder here; allowed: a folder that e')


HUB = [
    ("dataset", "json", '"json" is no name on the hub; allowed: a name such as wmt/wmt14, or ./'),
    ("dataset", "a/../b", '"a/../b" is no name on the hub'),
    ("dataset", "./../b", '"./../b" has an empty part, `.` or `..` in it; allowed: ./ and a'),
    ("target_column", "de", '"de" is the source\'s column too; allowed: another column'),
    ("test", "train", '"train" is no split of its own; allowed: a split that serves for nothing'),
]


@pytest.mark.parametrize(("key", "value", "said"), HUB, ids=[case[2] for case in HUB])
def test_a_dataset_that_makes_no_corpus(key, value, said):
    own = [("corpus.source", "hub"), ("corpus.name", "mine")]
    assert lines(edited(*own)) == []
    (line,) = lines(edited(*own, (f"corpus.hub.{key}", value)))
    assert line.startswith(f"corpus.hub.{key}: ")
    assert said in line
