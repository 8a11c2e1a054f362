"""Whatever the texts: what is written to a file comes back, pair by pair, or is refused."""

from __future__ import annotations

import csv
import io
import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from data.sources.corpora import read, write
from pipeline.refusal import Refusal

TEXT = st.text(st.characters(exclude_characters="\0", exclude_categories=("Cs",)), max_size=12)
PLAIN = TEXT.filter(lambda text: not set(text) & set("\n\r\t"))
UNMARKED = PLAIN.filter(lambda text: not text.startswith("\ufeff"))
quickly = settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@pytest.fixture(autouse=True)
def workspace(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@quickly
@given(st.lists(st.tuples(UNMARKED, UNMARKED), min_size=1, max_size=5))
def test_two_text_files(pairs):
    names = [write(f"x.{side}", "".join(f"{pair[side]}\n" for pair in pairs)) for side in (0, 1)]
    assert read("files", train=names).texts == pairs


@quickly
@given(st.lists(st.tuples(TEXT, TEXT), min_size=1, max_size=5))
def test_json_lines(pairs):
    lines = (json.dumps({"source": source, "target": target}) + "\n" for source, target in pairs)
    assert read("files", train=[write("x.jsonl", "".join(lines))]).texts == pairs


@quickly
@given(st.lists(st.tuples(TEXT, TEXT), min_size=1, max_size=5))
def test_quoted_csv(pairs):
    """Line ends within fields come back as they were, but for \\r\\n, which is one line end."""
    written = io.StringIO()
    csv.writer(written, quoting=csv.QUOTE_ALL, lineterminator="\n").writerows(
        [("source", "target"), *pairs]
    )
    got = read("files", train=[write("x.csv", written.getvalue())]).texts
    assert got == [tuple(text.replace("\r\n", "\n") for text in pair) for pair in pairs]


@quickly
@given(st.lists(st.binary(max_size=20), min_size=2, max_size=2), st.sampled_from(["", ".csv"]))
def test_any_bytes_are_read_or_refused(contents, ending):
    names = [write(f"b{place}{ending}", content) for place, content in enumerate(contents)]
    try:
        got = read(
            "files",
            train=names[: 1 if ending else 2],
            header=False,
            source_column=1,
            target_column=2,
        )
    except Refusal:
        return
    assert got.provenance["counts"]["pairs"] == len(got.pairs)
