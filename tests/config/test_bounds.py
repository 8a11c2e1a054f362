"""Settings files that would grow without bound, and files that are no settings, as the user meets
them: one line, exit code 2, no traceback, nothing written."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from test_wrong_settings import check

from pipeline.config.bounds import MOST, refuse_outsize
from pipeline.config.decoding import Decoding
from pipeline.config.load import load_section
from pipeline.config.read import read_params
from pipeline.refusal import Refusal

REPOSITORY = Path(__file__).parents[2]


def laughs(depth: int, line: str) -> str:
    """YAML in which each of ``depth`` lines holds the one before nine times."""
    lines = ["a0: &a0 " + ("{x: 1}" if "<<" in line else "[x]")]
    for level in range(1, depth):
        nine = ", ".join([f"*a{level - 1}"] * 9)
        lines.append(line.format(level=level, nine=nine))
    return "\n".join(lines) + "\n"


LISTS = laughs(12, "a{level}: &a{level} [{nine}]")
MERGED = laughs(12, "a{level}: &a{level} {{<<: [{nine}], k{level}: 1}}")
LONG = "a: &a " + "x" * 1000 + "\nb: [" + "*a, " * 1000 + "*a]\n"


@pytest.mark.parametrize("text", [LISTS, MERGED, LONG], ids=["lists", "merged", "long text"])
def test_a_file_that_grows_without_bound_is_refused_before_it_grows(tmp_path, text):
    path = tmp_path / "params.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(Refusal, match=r", line \d+, grows beyond 1,000,000 characters"):
        refuse_outsize(path)


def test_whoever_reads_settings_is_bounded(tmp_path):
    """Not the first stage alone, which a stage that is run by hand comes before."""
    path = tmp_path / "params.yaml"
    path.write_text(LONG, encoding="utf-8")
    with pytest.raises(Refusal, match="grows beyond"):
        read_params(path)
    with pytest.raises(Refusal, match="grows beyond"):
        load_section("decoding", Decoding, path)


def test_a_file_that_is_too_long_is_refused(tmp_path):
    path = tmp_path / "params.yaml"
    path.write_text("# " + "x" * MOST, encoding="utf-8")
    with pytest.raises(Refusal, match="has 1,000,002 bytes; allowed: at most 1,000,000"):
        refuse_outsize(path)


@pytest.mark.parametrize(
    "text", ["a: &a [1, 2]\nb: *a\nc: {<<: {d: 1}}\n", "a: &a [*a, *a]\n", "a: *b\n", "[", "\x00"]
)
def test_a_few_aliases_loops_and_what_is_no_yaml_are_left_to_the_reader(tmp_path, text):
    path = tmp_path / "params.yaml"
    path.write_text(text, encoding="utf-8")
    refuse_outsize(path)
    refuse_outsize(tmp_path / "absent.yaml")


def test_the_committed_settings_are_far_below_the_bound(tmp_path):
    committed = (REPOSITORY / "params.yaml").read_text(encoding="utf-8")
    assert len(committed) < MOST / 10
    refuse_outsize(REPOSITORY / "params.yaml")


FILES = {
    "twice": (b"corpus: 1\ncorpus: 2\n", 'duplicate key "corpus"'),
    "twice below": (b"corpus:\n  name: a\n  name: b\n", 'duplicate key "name"'),
    "tab": (b"corpus:\n\tname: a\n", "line 2, column 1, is not valid YAML"),
    "open bracket": (b"corpus: [1\n", "is not valid YAML"),
    "open quote": (b'corpus: "a\n', "is not valid YAML"),
    "unknown alias": (b"corpus: *name\n", "is not valid YAML"),
    "code": (b"corpus: !!python/object/apply:os.getpid []\n", "is not valid YAML"),
    "own tag": (b"corpus: !secret x\n", "is not valid YAML"),
    "two documents": (b"corpus: 1\n---\ncorpus: 2\n", "is not valid YAML"),
    "bomb": (LISTS.encode(), "grows beyond"),
    "bomb of merges": (MERGED.encode(), "grows beyond"),
    "a list": (b"- corpus\n", "holds no settings"),
    "text": (b"corpus\n", "holds no settings"),
    "empty": (b"", "holds no settings"),
    "only a remark": (b"# corpus\n", "holds no settings"),
    "null": (b"null\n", "holds no settings"),
    "Latin-1": ("corpus: \u00fc\n".encode("latin-1"), "is not UTF-8 text: byte 8"),
    "UTF-16": ("corpus: 1\n".encode("utf-16"), "is not UTF-8 text: byte 0"),
    "NUL": (b"corpus: \x00\n", "is not valid YAML"),
    "absent": (None, "is not here"),
}


@pytest.mark.parametrize(("content", "said"), FILES.values(), ids=FILES)
def test_a_broken_file_ends_the_check_with_code_2(content, said, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    if content is not None:
        (tmp_path / "params.yaml").write_bytes(content)
    with pytest.raises(SystemExit) as end:
        check.main()
    shown = capsys.readouterr()
    assert (end.value.code, shown.out) == (2, "")
    assert shown.err.startswith("refused: params.yaml")
    assert said in shown.err
    assert shown.err.count("\n") == 1
    assert not (tmp_path / "data").exists()


def test_an_overlay_that_grows_without_bound_is_refused(tmp_path):
    """In a process of its own, which would be ended from outside if it did grow."""
    (tmp_path / "params.yaml").write_bytes((REPOSITORY / "params.yaml").read_bytes())
    (tmp_path / "bomb.yaml").write_text(MERGED, encoding="utf-8")
    command = [sys.executable, "-m", "pipeline.overlay", "bomb.yaml"]
    done = subprocess.run(
        command,
        cwd=tmp_path,
        env={"PYTHONPATH": str(REPOSITORY)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 2
    assert done.stderr.startswith("refused: bomb.yaml, line ")
    assert done.stderr.count("\n") == 1
