"""A params.yaml so small that every part of the benchmark takes a moment."""

from __future__ import annotations

import json
from pathlib import Path

from pipeline.config.read import read_params

SHIPPED = Path(__file__).parents[2] / "params.yaml"
SYSTEMS = ("search-50", "encdec-50")
SIZES = {"embedding": 6, "hidden": 8, "encoder_hidden": 8, "attention_size": 8, "readout_size": 8}


def write_params(folder: Path) -> None:
    """Write the repository's settings with tiny systems and vocabularies (JSON is YAML)."""
    params = read_params(SHIPPED)
    params["experiment"] = {"systems": list(SYSTEMS), "seeds": [1]}
    params["tokenizer"].update(source_vocabulary=30, target_vocabulary=20)
    params["training"].update(batch_tokens=200, threads=1)
    params["decoding"].update(beam=2, batch_sentences=16)
    params["report"]["figure_dpi"] = 50
    for system in SYSTEMS:
        params["systems"][system].update(SIZES)
    (folder / "params.yaml").write_text(json.dumps(params), encoding="utf-8")
