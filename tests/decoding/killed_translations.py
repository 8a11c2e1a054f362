"""Run by a test: translations killed at seeded moments, each started again until it ends.

Usage: killed_translations.py SEED... - in a workspace. A line for every seed: how many kills it
took and the hash of each output. A process of its own, because it forks.

A run is killed just before or after it gives a file its final name: the moments between which
nothing changes on the disk but files that have no final name yet. The processes are forked from
one that has imported everything, for the sake of speed.
"""

import hashlib
import json
import os
import random
import shutil
import signal
import sys

from pipeline.decoding.resume import TRANSLATIONS
from tests.decoding.translate_workspace import OUTPUT, TIMING, translate

MOMENTS = 2 * 15  # before and after each file that an uninterrupted run writes


def killed_or_done(moment: int) -> bool:
    """Run the stage in a child that is killed at its ``moment``; whether it was."""
    child = os.fork()
    if not child:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
        passed, replace = 0, os.replace

        def pass_by() -> None:
            nonlocal passed
            passed += 1
            if passed > moment:
                os.kill(os.getpid(), signal.SIGKILL)

        def replacing(*names) -> None:
            pass_by()
            replace(*names)
            pass_by()

        os.replace = replacing
        translate()
        os._exit(0)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        assert os.WTERMSIG(status) == signal.SIGKILL
        return True
    assert os.WEXITSTATUS(status) == 0
    return False


def main(seeds: list[str]) -> None:
    for seed in seeds:
        shutil.rmtree(OUTPUT, ignore_errors=True)
        chance, kills = random.Random(int(seed)), 0
        # At least two moments later each time, so that every run gets on by a file.
        while killed_or_done(chance.randrange(2, MOMENTS)):
            kills += 1
        hashes = {
            path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in OUTPUT.iterdir()
        }
        seen = {"kills": kills, "hashes": hashes, "timed": TIMING.exists()}
        print(json.dumps(seen | {"left": TRANSLATIONS.exists()}))


if __name__ == "__main__":
    main(sys.argv[1:])
