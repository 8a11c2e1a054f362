"""A stage pays for no import that it does not need: the large libraries, and who may load them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[1]
STAGES = sorted(path.name for path in (REPOSITORY / "stages").glob("*.py"))
MODELS = {"torch", "torch.distributed"}
STATISTICS = {"scipy.stats"}
DRAWING = {"matplotlib", "seaborn", "pandas", "pyarrow"}
LARGE = {
    *MODELS,
    *STATISTICS,
    *DRAWING,
    *("pytorch_lightning", "torchmetrics", "datasets", "huggingface_hub", "sentencepiece"),
    *("sacremoses", "nltk", "rich", "dvc"),
}
"""Each takes a tenth of a second or more to import."""
MAY = {
    "align.py": MODELS,
    "probe.py": MODELS | STATISTICS,  # rank correlation of weights with what erasure changes
    "report.py": DRAWING | STATISTICS,  # seaborn imports it
    "train.py": LARGE - {"datasets", "huggingface_hub", "sentencepiece", "sacremoses", "nltk"},
    "translate.py": MODELS,
}
"""What a stage needs; Lightning and its metrics import what they like, where they are there."""


@pytest.mark.parametrize("stage", STAGES)
def test_a_stage_imports_no_large_library_that_it_does_not_need(stage, tmp_path):
    code = (
        "import runpy, sys; runpy.run_path(sys.argv[1], run_name='imported'); print(*sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(REPOSITORY / "stages" / stage)],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(REPOSITORY)},
        capture_output=True,
        text=True,
        timeout=200,
        check=True,
    )
    imported = LARGE & set(done.stdout.split())
    assert imported - MAY.get(stage, set()) == set()


def test_every_stage_that_may_is_there():
    assert set(MAY) <= set(STAGES)
