"""The process in which cases run, one after another: ``python -m data.sources.fuzz.worker``.

Prints ``case N TARGET`` before each, ``finding N TARGET what`` after one that shows something, and
``done COUNTS`` at the end. Case N of a seed is always the same. It runs in a folder of its own,
with bounded memory; whoever started it watches for silence and for an early end.
"""

from __future__ import annotations

import json
import os
import resource
import sys
import time
import traceback
from collections import Counter
from pathlib import Path
from random import Random

os.environ["HF_HUB_OFFLINE"] = "1"
os.environ["HF_HOME"] = str(Path("cache").absolute())

from data.sources.fuzz import file_targets, hub_targets, package_targets, text_targets
from data.sources.fuzz.judging import Finding

TARGETS = (
    file_targets.text_files,
    file_targets.tsv,
    file_targets.csv_file,
    file_targets.json_lines,
    package_targets.wheel,
    package_targets.german,
    package_targets.english,
    package_targets.linked,
    text_targets.texts,
    hub_targets.hub_json,
    hub_targets.hub_parquet,
)
BOMB_EVERY = 200
"""Cases between two that unpack to 200 MB each."""
MEMORY = 3 << 30
"""Bytes of addresses beyond those after start-up."""
GROWTH = 1 << 20
"""KiB by which no case may raise the peak of resident memory: 1 GiB."""


def main(seed: int, first: int, cases: int, seconds: float, only: str) -> None:
    """Run ``cases`` cases from ``first`` on, or as many as begin within ``seconds`` if not 0.

    ``only`` is the name of one target, or empty: all of them in turn.
    """
    chosen = [target for target in TARGETS if only in ("", target.__name__)]
    if hub_targets.hub_json in chosen or hub_targets.hub_parquet in chosen:
        # Before the bound on memory: datasets loads PyTorch when it first reads, and a build with
        # CUDA takes gigabytes of addresses.
        import datasets  # noqa: F401
        import torch  # noqa: F401

    _bound_memory()
    counts: Counter[str] = Counter()
    begin, number = time.monotonic(), first
    while number < first + cases or time.monotonic() - begin < seconds:
        random = Random(f"{seed}:{number}")
        target = chosen[number % len(chosen)]
        if number % BOMB_EVERY == BOMB_EVERY - 1 and not only:
            target = file_targets.bombs
        name = target.__name__
        print("case", number, name, flush=True)
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        try:
            target(random)
            grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
            if grown > GROWTH:
                raise Finding(f"took {grown:,} KiB more than any case before")
        except Exception as fault:
            what = str(fault) if isinstance(fault, Finding) else traceback.format_exc()
            print("finding", number, name, json.dumps(what), flush=True)
        counts[name] += 1
        number += 1
    print("done", json.dumps(counts), flush=True)


def _bound_memory() -> None:
    used = (
        int(Path("/proc/self/statm").read_text(encoding="utf-8").split()[0])
        * resource.getpagesize()
    )
    resource.setrlimit(resource.RLIMIT_AS, (used + MEMORY, used + MEMORY))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:4]), float(sys.argv[4]), sys.argv[5])
