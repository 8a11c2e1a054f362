"""On a corpus with known alignments, through the stages as they are: attention finds them.

Word order is turned round: every target word has one right source word, far away as a rule. (Where
neighbours change places, a state of a bidirectional encoder holds both words, and attention may
look at either.)
"""

from __future__ import annotations

import json

import pytest
from workspace import Workspace

SETTINGS = (
    "corpus.source=synthetic",
    "corpus.name=turned-round",
    "corpus.synthetic={order: reverse, pairs: 4000, words: 30, shortest: 3, longest: 12}",
    "corpus.split={validation_pairs: 50, test_pairs: 200}",
    "tokenizer={source_vocabulary: 30, target_vocabulary: 30}",
    "experiment.systems=[search-50]",
    "training={target_tokens: 150000, epoch_tokens: 50000, batch_tokens: 600}",
    "training.learning_rate=0.005",
    "evaluation.bootstrap_samples=100",
    "systems.search-50={embedding: 32, hidden: 48, encoder_hidden: 48, attention_size: 48}",
)


@pytest.mark.slow
def test_error_rate_of_attention_is_small(tmp_path):
    workspace = Workspace.copied(tmp_path / "synthetic")
    workspace.edit(*SETTINGS)
    done = workspace.run("dvc", "repro", "align@search-50-1")
    assert done.returncode == 0, done.stdout
    found = json.loads((workspace.folder / "runs/align/search-50/1/alignment.json").read_text())
    assert found["reference"]["kind"] == "gold"
    assert found["reference"]["aer"]["high"] < 0.10
    assert found["other_shift"]["aer"]["low"] > 0.5
