"""Where evidence is looked for: the experiment's own runs, and the settings that measuring needs.

A file that is missing or is not what is expected is no error: the claim is then not run, and the
reason names the command that makes the file. Nothing of a system or seed that the experiment does
not list is looked at.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pipeline.claims.measured import Estimate, Missing
from pipeline.evaluation.resample import Bootstrap


@dataclass(frozen=True)
class Workspace:
    """The experiment whose outputs lie in the current folder."""

    systems: tuple[str, ...]
    seeds: tuple[int, ...]
    bootstrap: Bootstrap
    replace_unknown: bool
    report_folder: Path

    def absent(self, *systems: str | None) -> Missing | None:
        """Why there is no evidence on ``systems``, if one is not in the experiment."""
        outside = [one for one in systems if one is not None and one not in self.systems]
        if not outside:
            return None
        verb = "is" if len(outside) == 1 else "are"
        return Missing(f"{' and '.join(outside)} {verb} not in experiment.systems")


class Unread(Exception):
    """Evidence that is not there; the message says why, and what would give it."""


def read_evidence(path: Path, command: str) -> dict:
    """The object in a JSON file; ``Unread``, naming ``command``, where there is none."""
    try:
        return _parsed(path, path.stat().st_mtime_ns)
    except FileNotFoundError:
        raise Unread(f"{path} is missing: {command} writes it") from None
    except (ValueError, OSError) as error:
        raise Unread(f"{path} cannot be read ({error}): run {command} again") from None


@cache
def _parsed(path: Path, modified: int) -> dict:
    content = json.loads(path.read_text(encoding="utf-8"))
    if not isinstance(content, dict):
        raise ValueError("no object")
    return content


def at_path(content: dict, keys: list[str], where: str) -> object:
    """What stands in ``content`` at ``keys``; ``Unread`` where a key is missing or holds null."""
    found: object = content
    for step, key in enumerate(keys):
        found = found.get(key) if isinstance(found, dict) else None
        if found is None:
            raise Unread(f"{where} has no {'.'.join(keys[: step + 1])}")
    return found


def estimate_in(found: object, seed: int, where: str) -> Estimate:
    """The estimate in an entry with ``mean``, ``low`` and ``high``, or of a bare number.

    A bare number has no interval of its own. ``Unread`` where it is neither, or not finite.
    """
    names = ("mean", "low", "high")
    numbers = [found.get(name) for name in names] if isinstance(found, dict) else [found] * 3
    sound = all(isinstance(one, int | float) and not isinstance(one, bool) for one in numbers)
    if not (sound and all(math.isfinite(one) for one in numbers)):
        raise Unread(f"{where} is no estimate")
    mean, low, high = map(float, numbers)
    return Estimate(mean, low, high, ((seed, mean),))
