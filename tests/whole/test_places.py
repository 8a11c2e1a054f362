"""Odd places, all at once, give the same bytes as a plain one.

The second run is in a source archive of the first: dvc.lock and the report are there, but no git,
cache, data or runs. Its folder has spaces and letters of other scripts, and DVC's cache lies
elsewhere. There is no home folder, the locale knows ASCII only, there is one core for two threads,
nothing that is written can be read by others, docstrings and asserts are stripped, and hashes of
texts, the time zone and the order of a folder's files are others.
"""

from __future__ import annotations

import json
import os
import tarfile
from pathlib import Path

import pytest
from workspace import Repro, Workspace

TINY = Path(__file__).with_name("tiny.yaml")
PLAIN = {"PYTHONHASHSEED": "0", "TZ": "UTC", "LC_ALL": "C.UTF-8"}
ODD = {
    "HOME": None,
    "XDG_CACHE_HOME": None,
    "LC_ALL": "C",
    "LANG": None,
    "OMP_NUM_THREADS": "2",
    "PYTHONHASHSEED": "1",
    "PYTHONOPTIMIZE": "2",
    "TZ": "Asia/Kathmandu",
    "BACKWARDS": "1",
}
BY_CLOCK_OR_MACHINE = {"report.html", "report.md", "results.json", "tables/clock/cost.csv"}


@pytest.fixture(scope="module")
def plain(tmp_path_factory) -> Workspace:
    """A copy of the repository, under git."""
    folder = tmp_path_factory.mktemp("plain") / "copy"
    workspace = Workspace.copied(folder, variables=PLAIN)
    workspace.lay_over(TINY)
    workspace.edit("experiment.systems=[search-50]")
    return workspace


@pytest.fixture(scope="module")
def first(plain) -> Repro:
    """The run in the plain place; its report and its lock are committed."""
    run = plain.repro()
    assert run.code == 0, run.output
    plain.commit("the first run")
    return run


@pytest.fixture(scope="module")
def odd(plain, first, tmp_path_factory) -> Workspace:
    """The first one's source archive, unpacked; nothing has been run in it."""
    above = tmp_path_factory.mktemp("odd")
    plain.git("archive", "--output", str(above / "source.tar"), "HEAD")
    folder = above / "Ein Ort – ñandú 日本, it's odd"
    with tarfile.open(above / "source.tar") as archive:
        archive.extractall(folder, filter="data")
    return Workspace(folder, variables=ODD, cores=1, umask=0o077)


@pytest.fixture(scope="module")
def second(odd) -> Repro:
    """The run in the odd place, set up as README.md says."""
    for setting in ("core.no_scm=true", f"cache.dir={odd.folder.parent / 'a cache'}"):
        done = odd.run("dvc", "config", "--local", *setting.split("=", 1))
        assert done.returncode == 0, done.stdout
    return odd.repro()


def test_without_git_dvc_says_so(odd):
    """Its words are in README.md, with what to do."""
    assert "is not a git repository" in odd.run("dvc", "status").stdout


def test_every_stage_runs_again_in_the_odd_place(first, second):
    assert second.code == 0, second.output
    assert sorted(second.ran) == sorted(first.ran)


def test_bytes_are_the_same_in_both_places(plain, odd, second):
    for name in ("data", "runs"):
        here, there = plain.hashes(name), odd.hashes(name)
        assert here.keys() == there.keys()
        differing = {path for path in here if here[path] != there[path]}
        assert {path for path in differing if not path.startswith("timings/")} == set()
    here, there = plain.hashes("reports"), odd.hashes("reports")
    assert here.keys() == there.keys()
    assert {path for path in here if here[path] != there[path]} <= BY_CLOCK_OR_MACHINE


def test_the_report_says_that_there_is_no_commit(plain, odd, second):
    commits = []
    for workspace in (plain, odd):
        text = (workspace.folder / "reports/results.json").read_text(encoding="utf-8")
        commits.append(json.loads(text)["environment"]["git"])
    assert commits[0] is not None
    assert commits[1] is None


def test_the_cache_lies_where_it_was_set(odd, second):
    assert not (odd.folder / ".dvc" / "cache").exists()
    assert any((odd.folder.parent / "a cache").rglob("*"))


@pytest.mark.skipif(os.name != "posix", reason="rights of files are POSIX's")
def test_what_was_written_is_nobody_elses(odd, second):
    """Holds the oddness itself: the run was under the umask."""
    assert (odd.folder / "data/tokens/train.arrow").stat().st_mode & 0o077 == 0
