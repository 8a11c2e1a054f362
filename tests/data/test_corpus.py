"""Reading the tokenized corpus: what is missing or broken is said."""

from __future__ import annotations

import json

import pytest
from datasets import Dataset

from pipeline.data.corpus import load_split, load_vocabularies
from pipeline.data.pairs import Pair, read_pairs, write_pairs
from pipeline.data.shortlist import shortlist
from pipeline.data.store import save_vocabularies
from pipeline.data.vocabulary import Vocabularies
from pipeline.refusal import Refusal


def test_vocabularies_come_back(tmp_path):
    source = shortlist([["ä", "b", "'s"]], 3, "source")
    target = shortlist([["“", "d"]], 1, "target")
    save_vocabularies(tmp_path, Vocabularies("word", source, target, "de", "en"))
    again = load_vocabularies(tmp_path)
    assert (again.kind, again.source_language, again.target_language) == ("word", "de", "en")
    assert again.source.symbols == source.symbols
    assert again.target.symbols == target.symbols


def test_missing_files(tmp_path):
    with pytest.raises(Refusal, match=r"test\.arrow is missing: the tokenize stage"):
        load_split(tmp_path, "test")
    with pytest.raises(Refusal, match=r"vocabulary\.json is missing"):
        load_vocabularies(tmp_path)
    with pytest.raises(ValueError, match="no split"):
        load_split(tmp_path, "dev")


@pytest.mark.parametrize("content", ["", "{}", json.dumps({"kind": "word", "source": ["a"]})])
def test_broken_vocabularies(tmp_path, content):
    (tmp_path / "vocabulary.json").write_text(content)
    with pytest.raises(Refusal, match="broken"):
        load_vocabularies(tmp_path)


def test_pairs_come_back(tmp_path):
    pairs = [
        Pair("a 1:1", "a 1", 'odd \u2028 "text" \\ here', "ä"),
        Pair("a 1:2", "a 1", "x y", "z", ((0, 0), (1, 0))),
    ]
    write_pairs(tmp_path / "pairs.jsonl", pairs)
    assert list(read_pairs(tmp_path / "pairs.jsonl")) == pairs


def test_truncated_split_is_refused_by_name(tmp_path):
    """A file cut short, at its head or in the middle, is one message and no traceback."""
    written = Dataset.from_dict({"source_ids": [[4, 5, 3]] * 500})
    written.save_to_disk(tmp_path / "folder")
    whole = next((tmp_path / "folder").glob("*.arrow")).read_bytes()
    for size in (0, 100, len(whole) // 2):
        (tmp_path / "train.arrow").write_bytes(whole[:size])
        with pytest.raises(Refusal, match=r"train\.arrow is broken .*run the tokenize stage again"):
            load_split(tmp_path, "train")
