"""Two `dvc repro` at once: the second is told plainly and changes nothing."""

from __future__ import annotations

import sys

import zc.lockfile
from workspace import Workspace

PIPELINE = "stages:\n  made:\n    cmd: touch made\n    outs: [made]\n"


def test_second_repro_is_told_that_another_runs(tmp_path):
    (tmp_path / ".dvc" / "tmp").mkdir(parents=True)
    config = "[core]\n    no_scm = true\n    analytics = false\n    check_update = false\n"
    (tmp_path / ".dvc" / "config").write_text(config)
    (tmp_path / "dvc.yaml").write_text(PIPELINE)
    workspace = Workspace(tmp_path)
    lock = zc.lockfile.LockFile(str(tmp_path / ".dvc" / "tmp" / "lock"))
    try:
        second = workspace.repro()
    finally:
        lock.close()
    assert second.code != 0
    assert second.ran == []
    assert "Another DVC process" in second.output or "another DVC process" in second.output
    assert "Traceback" not in second.output
    assert not (tmp_path / "made").exists()


def test_a_connection_would_be_seen(tmp_path):
    """Holds the watch itself, on which the test of the whole run rests."""
    folder = tmp_path / "workspace"
    folder.mkdir()
    workspace = Workspace(folder)
    code = "import socket; socket.create_connection(('example.invalid', 80))"
    done = workspace.run(sys.executable, "-c", code)
    assert "no connection to example.invalid" in done.stdout
    (line,) = workspace.connections()
    assert line.startswith("socket.getaddrinfo example.invalid")
