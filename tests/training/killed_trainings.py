"""Run by a test: trainings killed at seeded moments, each started again until it ends.

Usage: killed_trainings.py SEED... - in a workspace of the stage ``train``. A line of JSON for an
undisturbed run and one for every seed: the signals that it took and the hash of each output. A
process of its own, because it forks.
"""

from __future__ import annotations

import hashlib
import json
import runpy
import shutil
import sys
from collections.abc import Callable

from forked import undisturbed
from killed_runs import until_done
from training_stand_ins import REPOSITORY

from pipeline.layout import RESUME, TIMINGS, TRAIN
from pipeline.training.epoch_end import EpochEnd

FOLDER = TRAIN / "search-50" / "1"
TIMING = TIMINGS / "train" / "search-50-1.json"
MOMENTS = 34  # about twenty batches, and before and after each of seven files
STAGE = runpy.run_path(str(REPOSITORY / "stages" / "train.py"))["main"]


def train(pass_by: Callable[[], None]) -> None:
    """Run the stage; the end of every batch is a moment, too."""
    batch_end = EpochEnd.on_train_batch_end

    def passing(*arguments) -> None:
        pass_by()
        batch_end(*arguments)

    EpochEnd.on_train_batch_end = passing
    sys.argv = ["stages/train.py", "search-50", "1"]
    STAGE()


def seen(signals: list[str]) -> dict:
    """What a run left; it is removed."""
    hashes = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in FOLDER.iterdir()}
    timed, left = TIMING.exists(), RESUME.exists() and any(RESUME.iterdir())
    shutil.rmtree(FOLDER)
    TIMING.unlink()
    return {"signals": signals, "hashes": hashes, "timed": timed, "left": left}


def main(seeds: list[str]) -> None:
    undisturbed(lambda: train(lambda: None))
    print(json.dumps(seen([])))
    for seed in seeds:
        print(json.dumps(seen(until_done(train, int(seed), MOMENTS))))


if __name__ == "__main__":
    main(sys.argv[1:])
