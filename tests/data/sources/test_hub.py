"""Datasets of the hub, offline: folders laid out like theirs; what is said without network."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
from pathlib import Path

import pyarrow
import pytest
from pyarrow import parquet

from data.sources.corpora import corpus, read, write
from data.workspace import REPOSITORY, write_params
from pipeline.data.sources import hub
from pipeline.data.sources.licence import NOT_STATED, stated_licence
from pipeline.refusal import Refusal

PAIRS = [("Haus", "house"), ("Hund", "dog"), ("Katze", "cat")]


@pytest.fixture(autouse=True)
def workspace(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    monkeypatch.setenv("HF_HOME", str(tmp_path / "cache"))
    (tmp_path / "corpora").mkdir()


def json_lines(pairs) -> str:
    return "".join(json.dumps({"de": de, "en": en}) + "\n" for de, en in pairs)


def captions() -> str:
    """Three files of JSON lines at the top, columns flat."""
    for part, pairs in (("train", PAIRS), ("val", PAIRS[:1]), ("test", PAIRS[1:])):
        write(f"captions/{part}.jsonl", json_lines(pairs))
    return "./captions"


def books() -> str:
    """Parquet in a folder for each configuration, named in README.md; columns under translation."""
    table = pyarrow.table({"id": ["0", "1", "2"], "translation": nested(PAIRS)})
    for pair in ("de-en", "en-fr"):
        Path("corpora/books", pair).mkdir(parents=True)
        parquet.write_table(table, f"corpora/books/{pair}/train-00000-of-00001.parquet")
    configs = "".join(
        f"- config_name: {pair}\n  data_files:\n  - split: train\n    path: {pair}/train-*\n"
        for pair in ("de-en", "en-fr")
    )
    write("books/README.md", f"---\nconfigs:\n{configs}---\n# Books\n")
    return "./books"


def nested(pairs):
    return [{"de": de, "en": en} for de, en in pairs]


def refusal(**settings) -> str:
    with pytest.raises(Refusal) as caught:
        read("hub", **settings)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_flat_json_lines_with_all_splits():
    got = read("hub", dataset=captions())
    assert got.texts == [*PAIRS, *PAIRS[:1], *PAIRS[1:]]
    assert [pair.held_out for pair in got.pairs] == [None] * 3 + ["validation"] + ["test"] * 2
    assert [pair.id for pair in got.pairs][:2] == ["train:1", "train:2"]
    assert got.provenance["counts"]["pairs"] == 6
    assert not list(Path("cache").rglob("*.arrow")), "a local dataset was copied"


def test_parquet_under_translation_with_configurations_and_a_limit():
    only = {"validation": None, "test": None}
    got = read("hub", dataset=books(), configuration="de-en", **only)
    assert got.texts == PAIRS
    turned = {"source_column": "en", "target_column": "de", "limit": 2}
    got = read("hub", dataset="./books", configuration="de-en", **only, **turned)
    assert got.texts == [(en, de) for de, en in PAIRS[:2]]
    assert "en-fr" in refusal(dataset="./books", configuration="xx", **only)


def test_unknown_split_and_column():
    dataset = captions()
    assert "dev" in refusal(dataset=dataset, validation="dev")
    said = refusal(dataset=dataset, target_column="fr")
    assert "split train, row 1: there is no column 'fr'; the columns are de, en" in said
    said = refusal(dataset=books(), configuration="en-fr", test=None, source_column="it")
    assert "de (under translation)" in said


def test_a_row_without_text_is_refused_with_its_number():
    write("captions/train.jsonl", json_lines([*PAIRS[:1], (None, "x")]))
    said = refusal(dataset="./captions", validation=None, test=None)
    assert "split train, row 2: 'de' is null, not text" in said


def test_nothing_but_parquet_and_json(tmp_path):
    class Shout:
        def __reduce__(self):
            return Path.touch, (tmp_path / "ran",)

    write("evil/train.pkl", pickle.dumps(Shout()))
    assert "cannot be read. DataFilesNotFoundError" in refusal(dataset="./evil")
    write("script/script.py", f"open({str(tmp_path / 'ran')!r}, 'w')\n")
    assert "cannot be read" in refusal(dataset="./script")
    write("lines/train.txt", "a\n")
    assert "made of text files; allowed: Parquet" in refusal(dataset="./lines")
    assert not (tmp_path / "ran").exists()


def test_no_such_folder_and_a_damaged_file():
    assert "is no folder" in refusal(dataset="./nothing")
    write("broken/train.parquet", b"PAR1 nothing PAR1")
    assert "cannot be read" in refusal(dataset="./broken", validation=None, test=None)


def test_a_local_folder_is_read_where_no_cache_can_be_written(tmp_path):
    (tmp_path / "home").write_text("not a folder")
    dataset = captions()
    write_params(
        corpus__source="hub",
        corpus__name="mine",
        corpus__hub__dataset=dataset,
        corpus__hub__revision=None,
    )
    done = subprocess.run(
        [sys.executable, REPOSITORY / "stages" / "download.py"],
        capture_output=True,
        text=True,
        env=os.environ
        | {"PYTHONPATH": str(REPOSITORY), "HF_HOME": str(tmp_path / "home" / "cache")},
    )
    assert done.returncode == 0, done.stderr
    assert len(Path("data/raw/pairs.jsonl").read_text(encoding="utf-8").splitlines()) == 6


def test_a_cache_that_cannot_be_written_is_said():
    fault = PermissionError(13, "Permission denied", "/home/nobody")
    said = hub._why(fault, corpus("hub", dataset="someone/something").hub, None)
    assert "/home/nobody" in said
    assert "Set HF_HOME to a folder that can be written to" in said


def test_a_refusal_quotes_no_control_characters_of_a_file():
    parquet.write_table(
        pyarrow.table({"de": ["a"], "\x1b[2J": ["b"]}),
        Path("corpora", write("odd/train.parquet", "")),
    )
    said = refusal(dataset="./odd", validation=None, test=None)
    assert "the columns are de, ?[2J" in said
    assert said.isprintable()


@pytest.mark.parametrize("streaming", [False, True])
def test_without_a_network_the_stage_says_what_would_help(tmp_path, streaming):
    write_params(
        corpus__source="hub",
        corpus__name="mine",
        corpus__hub__dataset="someone/something",
        corpus__hub__revision="abc",
        corpus__hub__streaming=streaming,
    )
    done = subprocess.run(
        [sys.executable, REPOSITORY / "stages" / "download.py"],
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPATH": str(REPOSITORY)},
    )
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert (
        "`hf download --repo-type dataset someone/something --revision abc --local-dir something`"
        in done.stderr
    )
    assert str(tmp_path / "cache") in done.stderr
    assert not Path("data").exists()


@pytest.mark.parametrize(
    ("readme", "licence"),
    [
        (b"---\nlicense: cc-by-4.0\nlanguage:\n- de\n---\n# Captions\n", "cc-by-4.0"),
        (b"\xef\xbb\xbf---\r\nlicense:\r\n- mit\r\n- cc0-1.0\r\n---\r\n", "mit, cc0-1.0"),
        (b"---\nlicense: other\nlicense_name: house rules\n---\n", "other, house rules"),
        (b'---\nlicense: "<b>\\e[2Jfree</b>"\n---\n', "<b>?[2Jfree</b>"),
        (b"---\nlicense:\n  name: mit\n---\n", "not stated"),
        (b"---\npretty_name: Captions\n---\nlicense: mit\n", "not stated"),
        (b"# Captions\n\n---\nlicense: mit\n---\n", "not stated"),
    ],
)
def test_the_licence_is_what_the_head_of_the_readme_says(readme, licence):
    dataset = captions()
    write("captions/README.md", readme)
    texts = read("hub", dataset=dataset).provenance["texts"]
    assert {one["licence"] for one in texts.values()} == {licence}


@pytest.mark.parametrize(
    "readme",
    [
        None,
        b"",
        b"---\nlicense: mit\n",
        b"---\nlicense: !!python/object/apply:os.system [true]\n---\n",
        b"---\nlicense: [mit\n---\n",
        b"---\nlicense: " + b"[" * 5000 + b"\n---\n",
        b"---\nlicense: mit\xff\n---\n",
        b"---\n- license: mit\n---\n",
        b"---\n" + b"#" * 300_000 + b"\nlicense: mit\n---\n",
    ],
)
def test_a_readme_that_states_none_or_is_broken_states_none(tmp_path, readme):
    if readme is not None:
        (tmp_path / "README.md").write_bytes(readme)
    assert stated_licence(tmp_path) == NOT_STATED
