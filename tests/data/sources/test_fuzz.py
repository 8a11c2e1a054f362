"""Fuzzing: whatever the bytes, a reader gives what they say, or a refusal that names the place.

A short, seeded run belongs to the suite. A long one, here of ten minutes:

    pytest -n 0 -s tests/data/sources/test_fuzz.py --fuzz-seconds 600 --fuzz-seed 7

One case again, by its number: ``--fuzz-first 123 --fuzz-cases 1``. One target alone has other
numbers: ``--fuzz-only csv_file``.
"""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import NamedTuple

import pytest

from data.workspace import REPOSITORY

SILENCE = 60
"""Seconds after which a case hangs; the slowest take a few."""


class Run(NamedTuple):
    """What fuzzing showed: findings, each a line, and how many cases each target had."""

    findings: list[str]
    cases: dict[str, int]


class Wanted(NamedTuple):
    """What a worker is started with; ``seconds`` 0 means the cases alone, ``only`` empty means all
    targets."""

    seed: int
    first: int
    cases: int
    seconds: float
    only: str


@pytest.mark.timeout(0)
def test_no_bytes_are_misread_and_none_make_a_reader_fall(tmp_path, monkeypatch, request):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "corpora").mkdir()
    options = (request.config.getoption(f"fuzz_{name}") for name in Wanted._fields)
    run = fuzz(Wanted(*options))
    print(f"\n{sum(run.cases.values()):,} cases", run.cases, *run.findings, sep="\n")
    assert run.findings == []


def fuzz(wanted: Wanted) -> Run:
    """Run cases, going on behind one that ends its process or hangs."""
    run = Run([], {})
    begin, last = time.monotonic(), wanted.first + wanted.cases
    while True:
        number, name, done = _one_worker(wanted, run)
        if done:
            return run
        run.findings.append(f"case {number} ({name}): the process ended, or hung")
        gone = time.monotonic() - begin
        wanted = wanted._replace(
            first=number + 1,
            cases=max(0, last - number - 1),
            seconds=max(0, wanted.seconds - gone),
        )


def _one_worker(wanted: Wanted, run: Run) -> tuple[int, str, bool]:
    """The last case's number and target, and whether the worker came to its end."""
    path = os.pathsep.join([str(REPOSITORY), str(REPOSITORY / "tests")])
    with open("stderr.txt", "ab") as errors:
        worker = subprocess.Popen(
            [sys.executable, "-m", "data.sources.fuzz.worker", *map(str, wanted)],
            env=os.environ | {"PYTHONPATH": path},
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
        )
    said: queue.Queue[str | None] = queue.Queue()
    threading.Thread(target=_pass_on, args=(worker.stdout, said), daemon=True).start()
    number, name = wanted.first - 1, "none"
    try:
        while line := said.get(timeout=SILENCE):
            kind, _, rest = line.partition(" ")
            if kind == "done":
                return number, name, True
            if kind == "case":
                place, name = rest.split()
                number = int(place)
                run.cases[name] = run.cases.get(name, 0) + 1
            elif kind == "finding":
                place, name, what = rest.split(" ", 2)
                run.findings.append(f"case {place} ({name}): {json.loads(what)}")
    except queue.Empty:
        pass
    finally:
        worker.kill()
        worker.wait()
    assert number >= wanted.first, Path("stderr.txt").read_text(encoding="utf-8")
    return number, name, False


def _pass_on(stream, said: queue.Queue[str | None]) -> None:
    for line in stream:
        said.put(line)
    said.put(None)
