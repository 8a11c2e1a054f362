"""The comments in params.yaml: every key has one, and what it says is allowed is so."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pipeline.config.allowed import in_words, schema_at
from pipeline.config.params import Params

TEXT = (Path(__file__).parents[2] / "params.yaml").read_text(encoding="utf-8")
SCHEMA = Params.model_json_schema()


def commented_keys() -> Iterator[tuple[tuple[str, ...], str]]:
    """Each key's path with the comment lines above it, joined."""
    path: list[str] = []
    comment: list[str] = []
    for line in TEXT.splitlines():
        if found := re.match(r"( *)# ?(.*)", line):
            comment.append(found[2])
        elif found := re.match(r"( *)([\w-]+):", line):
            path[len(found[1]) // 2 :] = [found[2]]
            yield tuple(path), " ".join(comment)
            comment = []
        else:
            comment = []


KEYS = list(commented_keys())
FIRST_SYSTEM = next(path[1] for path, _ in KEYS if path[0] == "systems" and len(path) == 2)
VALUES = [
    (path, comment)
    for path, comment in KEYS
    if "properties" not in (schema := schema_at(SCHEMA, path)) and "patternProperties" not in schema
    if path[0] != "systems" or path[1] == FIRST_SYSTEM  # the first explains the keys of all
]


def test_all_keys_were_found():
    assert len(VALUES) > 60
    assert {path[0] for path, _ in VALUES} == set(Params.model_fields)


@pytest.mark.parametrize(("path", "comment"), VALUES, ids=[".".join(path) for path, _ in VALUES])
def test_comment_states_meaning_and_range(path, comment):
    allowed = in_words(schema_at(SCHEMA, path), SCHEMA)
    assert comment.endswith(f": {allowed}."), f"the comment should end in: {allowed}."
    assert len(comment) > len(allowed) + 15  # says more than what is allowed
