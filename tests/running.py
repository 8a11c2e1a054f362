"""Running a stage's script as DVC does, in this process, and a test's own script in another."""

from __future__ import annotations

import json
import os
import runpy
import subprocess
import sys
from pathlib import Path

TESTS = Path(__file__).parent
STAGES = TESTS.parent / "stages"


def seen_by_script(*words: str | Path, folder: Path | None = None) -> list[dict]:
    """Run Python with ``words``, a script of a test's own, in ``folder`` or here.

    A process of its own, because such scripts fork. Returns its lines, each a JSON object.
    """
    done = subprocess.run(
        [sys.executable, *map(str, words)],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(TESTS.parent), str(TESTS)])},
        capture_output=True,
        text=True,
        timeout=800,
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def run_stage(name: str, *arguments: str, workspace: Path | None = None) -> None:
    """Run ``stages/NAME.py ARGUMENTS`` in ``workspace``, or where the test is."""
    words, folder = sys.argv, Path.cwd()
    sys.argv = [f"stages/{name}.py", *arguments]
    os.chdir(workspace or folder)
    try:
        runpy.run_path(str(STAGES / f"{name}.py"), run_name="__main__")
    finally:
        os.chdir(folder)
        sys.argv = words
