"""A workspace with params.yaml, in which the data stages run on a small synthetic corpus."""

from __future__ import annotations

import json
from pathlib import Path

from running import run_stage

from pipeline.config.read import read_params

REPOSITORY = Path(__file__).parents[2]

SMALL = {
    "corpus.source": "synthetic",
    "corpus.name": "made",
    "corpus.synthetic.pairs": 400,
    "corpus.synthetic.words": 30,
    "corpus.synthetic.shortest": 2,
    "corpus.synthetic.longest": 9,
    "corpus.split.validation_pairs": 40,
    "corpus.split.test_pairs": 60,
    "tokenizer.source_vocabulary": 20,
    "tokenizer.target_vocabulary": 20,
}


def write_params(**changes: object) -> None:
    """Write params.yaml to the current folder: the repository's, made small, with ``changes``.

    A change is named by its path, with two underscores for a dot (``corpus__split__seed=2``).
    """
    params = read_params(REPOSITORY / "params.yaml")
    named = {name.replace("__", "."): value for name, value in changes.items()}
    for path, value in (SMALL | named).items():
        *sections, key = path.split(".")
        section = params
        for name in sections:
            section = section[name]
        section[key] = value
    Path("params.yaml").write_text(json.dumps(params), encoding="utf-8")  # JSON is YAML


def run_data_stages(**changes: object) -> None:
    """Write params.yaml and run ``download`` and ``tokenize``."""
    write_params(**changes)
    run_stage("download")
    run_stage("tokenize_corpus")
