"""Run by a test, in a workspace: every stage disturbed in several ways, then left to end.

A line of JSON for every stage: how each disturbed run ended and what it left, and whether the run
after them made what an undisturbed one makes. A process of its own, because it forks.
"""

from __future__ import annotations

import json
import random
import signal
from pathlib import Path

from forked_stages import (
    Ended,
    Stage,
    all_stages,
    before_naming,
    disk_full_at_sync,
    no_file_beyond,
    run,
    sent,
)

CHANGES_BY_ITSELF = ("runs/timings/",)
"""What the clock changes from run to run."""


def disturbances(stage: Stage, whole: dict[str, bytes], named: list[str]) -> dict:
    """Ways to disturb a stage that gives files their final names in the order of ``named``."""
    largest = max(len(content) for content in whole.values())
    # Not what a run goes on from, which is not written again.
    some = random.Random(stage.name).choice([name for name in named if name in whole])
    return {
        "SIGINT": before_naming(some, sent(signal.SIGINT)),
        "SIGTERM": before_naming(named[-1], sent(signal.SIGTERM)),
        "disk full": disk_full_at_sync,
        "large file": no_file_beyond(max(1, largest // 2)),
    }


def seen(stage: Stage, ended: Ended, whole: dict[str, bytes], seal: str) -> dict:
    """What is to be said of one disturbed run."""
    left = stage.files()
    return {
        "code": ended.code,
        "said": ended.said,
        "sealed": seal in left,
        "beside": [path.as_posix() for path in Path().rglob(".*.part*")],
        "broken": [
            name
            for name, content in left.items()
            if content != whole.get(name) and not name.startswith(CHANGES_BY_ITSELF)
        ],
        "kept": left == whole,
    }


def main() -> None:
    for stage in all_stages():
        first = run(stage)
        assert first.code == 0, first.said
        whole = stage.files()
        seal = first.named[-1]
        runs = {
            name: seen(stage, run(stage, disturb), whole, seal)
            for name, disturb in disturbances(stage, whole, first.named).items()
        }
        last, now = run(stage), stage.files()
        same = now.keys() == whole.keys() and all(
            now[name] == whole[name] for name in whole if not name.startswith(CHANGES_BY_ITSELF)
        )
        beside = [path.as_posix() for path in Path().rglob(".*.part*")]
        said = {"stage": stage.name, "runs": runs, "same": same, "beside": beside}
        print(json.dumps(said | {"code": last.code, "said": last.said}), flush=True)


if __name__ == "__main__":
    main()
