"""Reference links: gold where the corpus has some, else silver; written and read back."""

from __future__ import annotations

import pytest

from pipeline.evaluation.judged import judged, judged_targets
from pipeline.evaluation.reference_file import (
    FoundLinks,
    read_reference,
    reference_of,
    write_reference,
)
from pipeline.refusal import Refusal

FOUND = [
    FoundLinks(frozenset({(0, 0), (1, 1)}), frozenset({(0, 0), (2, 1)}), frozenset({(0, 0)})),
    FoundLinks(frozenset(), frozenset(), frozenset()),
]
IDS = ["a", "b"]


def test_silver_is_what_both_and_what_either_direction_found():
    reference = reference_of(IDS, [set(), set()], FOUND, {})
    assert reference.kind == "silver"
    assert reference.sentences[0].sure == {(0, 0)}
    assert reference.sentences[0].possible == {(0, 0), (1, 1), (2, 1)}


def test_gold_is_what_the_corpus_knows_and_sure_as_a_whole():
    reference = reference_of(IDS, [{(3, 1)}, set()], FOUND, {})
    assert reference.kind == "gold"
    assert reference.sentences[0].sure == reference.sentences[0].possible == {(3, 1)}
    # A sentence without known links is not filled up with silver.
    assert reference.sentences[1].possible == set()


def test_written_and_read_back_the_same(tmp_path):
    reference = reference_of(IDS, [set(), set()], FOUND, {"aligner": "eflomal", "seed": 1})
    path = tmp_path / "links.json"
    write_reference(path, reference)
    first = path.read_bytes()
    assert read_reference(path, IDS) == reference
    write_reference(path, reference)
    assert path.read_bytes() == first


def test_missing_broken_and_foreign_files_are_refused(tmp_path):
    path = tmp_path / "links.json"
    with pytest.raises(Refusal, match="is missing"):
        read_reference(path, IDS)
    path.write_text('{"kind": "gold", "sentences": [{"id": "a"}]}', encoding="utf-8")
    with pytest.raises(Refusal, match="is broken"):
        read_reference(path, IDS)
    write_reference(path, reference_of(IDS, [set(), set()], FOUND, {}))
    with pytest.raises(Refusal, match="other test sentences"):
        read_reference(path, ["b", "a"])


def test_punctuation_is_not_judged():
    targets = judged_targets(["“", "God", "'s", "12,000", "...", "—", "φῶς"])
    assert targets == {1, 2, 3, 6}
    assert judged({(0, 0), (0, 1), (4, 5)}, targets) == {(0, 1)}
