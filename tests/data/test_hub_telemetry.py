"""The library of the hub is told to keep its statistics to itself before it is imported."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

REPOSITORY = Path(__file__).parents[2]
CODE = """
from pathlib import Path
from types import SimpleNamespace
from pipeline.data.sources import hub
from pipeline.refusal import Refusal
try:
    hub._builder(SimpleNamespace(dataset="./absent"), Path("absent"))
except Refusal:
    from huggingface_hub import constants
    print(constants.HF_HUB_DISABLE_TELEMETRY)
"""


def test_the_hub_is_told_nothing_of_a_run(tmp_path):
    mute = ("HF_HUB_DISABLE_TELEMETRY", "DISABLE_TELEMETRY", "DO_NOT_TRACK", "HF_HUB_OFFLINE")
    environment = {name: value for name, value in os.environ.items() if name not in mute}
    done = subprocess.run(
        [sys.executable, "-c", CODE],
        cwd=tmp_path,
        env=environment | {"PYTHONPATH": str(REPOSITORY)},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.stdout == "True\n", done.stderr
