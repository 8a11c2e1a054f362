"""The report says what it counts: words, or pieces where the systems read those."""

from __future__ import annotations

import json
import re
from pathlib import Path

from .rendering import document, render


def sections(workspace: Path) -> dict[str, str]:
    """The sections of report.md by their heading."""
    parts = re.split(r"(?m)^## (.*)$", document(workspace, "report.md"))
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def in_subwords(workspace: Path, **unspaced: str) -> None:
    """Turn the corpus of a workspace into one of pieces; ``unspaced``: side -> its script."""
    params = workspace / "params.yaml"
    content = json.loads(params.read_text(encoding="utf-8"))
    content["tokenizer"]["kind"] = "bpe"
    params.write_text(json.dumps(content), encoding="utf-8")
    path = workspace / "data/tokens/statistics.json"
    statistics = json.loads(path.read_text(encoding="utf-8"))
    statistics["tokenizer"]["unspaced"] |= unspaced
    path.write_text(json.dumps(statistics), encoding="utf-8")


PROBES = ("Path length", "Is attention an explanation?")


def test_words_are_words(alone):
    found = sections(alone)
    assert all("pieces" not in found[name] for name in PROBES)
    assert "One word in two contexts" in found
    assert "slope by word from the end" in found["Path length"]
    assert "Moses cuts them" not in found["The corpus"]


def test_probes_of_subwords_are_told_to_be_of_pieces(copied):
    in_subwords(copied)
    render(copied)
    found = sections(copied)
    assert "One piece in two contexts" in found
    for name in PROBES:
        assert "Positions and distances are in bpe pieces" in found[name]
        # The caption is the user's own.
        ours = re.sub(r"\*\*.*?\*\*", "", found[name].split("Positions")[1])
        assert not re.search(r"source words?\b", ours), name
    figure = (copied / "reports/figures/path_from_end.svg").read_text(encoding="utf-8")
    assert "source pieces between a piece and the end" in figure
    assert "are in words, as Moses cuts them" in found["The corpus"]
    assert "without spaces" not in document(copied, "report.md")


def test_a_script_without_spaces_is_told_where_lengths_are(copied):
    in_subwords(copied, source="Han", target="Thai")
    render(copied)
    said = "The source (Han) and the target (Thai) are written without spaces"
    found = sections(copied)
    assert said in found["The corpus"]
    assert said in found["BLEU by sentence length"]
    assert said in document(copied, "data_card.md")


def test_joiners_are_counted_in_the_data_card(copied):
    path = copied / "data/tokens/statistics.json"
    statistics = json.loads(path.read_text(encoding="utf-8"))
    assert "joiners" not in document(copied, "data_card.md")
    statistics["joiners"] = {"kept": 1234, "removed": 5}
    path.write_text(json.dumps(statistics), encoding="utf-8")
    render(copied)
    assert "parts of an emoji: 1,234; removed: 5." in document(copied, "data_card.md")
