"""Files are whole or absent, and what killed processes left beside them does not pile up."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from pipeline.atomic import name_beside, write_text, written_whole


def gone() -> int:
    """The number of a process that has ended."""
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    return process.pid


@pytest.mark.parametrize("name", ["model.pt", "a [1] *.json", "no suffix", "..two"])
def test_leavings_of_killed_processes_are_removed_and_no_other_file(tmp_path, name):
    ours = name_beside(tmp_path / name).name
    left, running = (
        tmp_path / ours.replace(f".{os.getpid()}.", f".{process}.")
        for process in (gone(), os.getppid())
    )
    others = [tmp_path / ".other.1.part.json", tmp_path / f".{name}.part", running]
    for path in (left, *others):
        path.write_text("half")
    write_text(tmp_path / name, "whole")
    assert not left.exists()
    assert all(path.exists() for path in others)
    assert (tmp_path / name).read_text() == "whole"


def test_an_error_leaves_the_old_file_and_no_other(tmp_path):
    write_text(tmp_path / "a.txt", "old")
    with pytest.raises(TypeError), written_whole(tmp_path / "a.txt") as beside:
        beside.write_bytes([b"half", "no bytes"])
    assert [path.name for path in tmp_path.iterdir()] == ["a.txt"]
    assert (tmp_path / "a.txt").read_text() == "old"


def test_only_a_full_disk_is_given_the_name(tmp_path):
    with pytest.raises(FileNotFoundError) as raised, written_whole(tmp_path / "a.txt"):
        (tmp_path / "not there").read_bytes()
    assert raised.value.filename == str(tmp_path / "not there")
