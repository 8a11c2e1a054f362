"""Run by a test: translations killed at seeded moments, each started again until it ends.

Usage: killed_translations.py SEED... - in a workspace. A line for every seed: the signals that it
took and the hash of each output. A process of its own, because it forks.
"""

import hashlib
import json
import shutil
import sys

from forked import undisturbed
from killed_runs import until_done

from pipeline.decoding.resume import TRANSLATIONS
from tests.decoding.translate_workspace import OUTPUT, TIMING, translate

MOMENTS = 2 * 15  # before and after each file that an uninterrupted run writes


def main(seeds: list[str]) -> None:
    undisturbed(translate)
    for seed in seeds:
        shutil.rmtree(OUTPUT, ignore_errors=True)
        signals = until_done(lambda _: translate(), int(seed), MOMENTS)
        hashes = {
            path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in OUTPUT.iterdir()
        }
        seen = {"signals": signals, "hashes": hashes, "timed": TIMING.exists()}
        print(json.dumps(seen | {"left": TRANSLATIONS.exists()}))


if __name__ == "__main__":
    main(sys.argv[1:])
