"""The stage that checks settings, as DVC runs it: exit code, message, constant output."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[2]
OUTPUT = Path("data/settings_checked.txt")
COMMITTED = (REPOSITORY / "params.yaml").read_text(encoding="utf-8")


def check(workspace: Path, text: str) -> subprocess.CompletedProcess:
    (workspace / "params.yaml").write_text(text, encoding="utf-8")
    for folder in ("corpora", "reports"):
        (workspace / folder).mkdir(exist_ok=True)
    command = [sys.executable, REPOSITORY / "stages" / "check.py"]
    return subprocess.run(command, cwd=workspace, capture_output=True, text=True, timeout=60)


def test_output_is_the_same_whatever_the_settings_are(tmp_path):
    assert check(tmp_path, COMMITTED).returncode == 0
    first = (tmp_path / OUTPUT).read_bytes()
    (tmp_path / OUTPUT).unlink()
    assert check(tmp_path, COMMITTED.replace("beam: 5", "beam: 7 # wider")).returncode == 0
    assert (tmp_path / OUTPUT).read_bytes() == first


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("beam: 5", "baem: 5", "params.yaml: decoding.baem: no such setting; did you mean beam?"),
        ("beam: 5", "beam: [5", "is not valid YAML"),
        ("training_pairs: null", "training_pairs: 0", "corpus.split.training_pairs: 0 is not"),
        ("folder: corpora", "folder: corpora/none", 'corpus.folder: "corpora/none" is no folder'),
        ("folder: corpora", "folder: reports", 'report.folder: "reports" and corpus.folder, "repo'),
        ("folder: reports", "folder: corpora", 'report.folder: "corpora" and corpus.folder, "corp'),
        ("[encdec-30,", "[encdec-31,", '"encdec-31" is not under systems; did you mean encdec-30?'),
    ],
)
def test_wrong_settings_end_with_code_2_and_one_message(tmp_path, old, new, said):
    result = check(tmp_path, COMMITTED.replace(old, new, 1))
    assert result.returncode == 2
    assert result.stderr.startswith("refused: params.yaml")
    assert said in result.stderr
    assert result.stderr.count("\n") == 1  # one line, and no traceback
    assert result.stdout == ""
    assert not (tmp_path / OUTPUT).exists()


def test_check_imports_nothing_heavy(tmp_path):
    (tmp_path / "params.yaml").write_text(COMMITTED, encoding="utf-8")
    (tmp_path / "corpora").mkdir()
    code = (
        "import runpy, sys; runpy.run_path(sys.argv[1], run_name='__main__'); print(*sys.modules)"
    )
    script = REPOSITORY / "stages" / "check.py"
    result = subprocess.run(
        [sys.executable, "-c", code, script],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    loaded = {name.split(".")[0] for name in result.stdout.split()}
    assert "pydantic" in loaded
    assert not loaded & {"torch", "numpy", "pandas", "dvc", "datasets", "matplotlib"}
