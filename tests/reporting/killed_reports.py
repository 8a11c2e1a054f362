"""Run by a test, in a workspace with an old report: new reports killed at seeded moments.

Usage: killed_reports.py COPY MOMENT... - a copy of the workspace, in which the report is made
undisturbed, and the moments at which each run is killed. A line of JSON for each: the digests of
the report's files, and of those of the new one that still lie beside it. Then the report is made
undisturbed here, too. A process of its own, because it forks.
"""

from __future__ import annotations

import hashlib
import json
import os
import runpy
import sys
from pathlib import Path

from forked import undisturbed
from killed_runs import ended_by_signal

from pipeline.reporting.rebuilt import APART

STAGE = Path(__file__).parents[2] / "stages" / "report.py"


def digests(folder: str | Path) -> dict[str, str]:
    """A digest of every file below ``folder``, by its relative path; not of what is built there."""
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(Path(folder).rglob("*"))
        if path.is_file() and APART not in path.relative_to(folder).parts
    }


def main(copy: str, moments: list[str]) -> None:
    stage, here = runpy.run_path(str(STAGE))["main"], Path.cwd()
    os.chdir(copy)
    undisturbed(stage)
    os.chdir(here)
    for moment in moments:
        assert ended_by_signal(lambda _: stage(), int(moment)), f"no moment {moment}"
        print(
            json.dumps(
                {
                    "moment": int(moment),
                    "there": digests("reports"),
                    "beside": digests(f"reports/{APART}"),
                }
            )
        )
    undisturbed(stage)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
