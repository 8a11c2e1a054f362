"""Stages run one after another in forked processes, each disturbed or not.

For a script's use: it forks, which is safe only where no threads run. The scripts are loaded once,
with all that they import, for the sake of speed.
"""

from __future__ import annotations

import errno
import os
import re
import resource
import runpy
import signal
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from forked import import_too
from ruamel.yaml import YAML

REPOSITORY = Path(__file__).parents[2]
SYSTEM, SEED = "search-50", "1"


class Stage(NamedTuple):
    """A stage of dvc.yaml, of the one run that is tested."""

    name: str
    script: str
    arguments: list[str]
    outputs: list[Path]

    def files(self) -> dict[str, bytes]:
        """Every output file that is there, by its path."""
        found = [
            path
            for output in self.outputs
            for path in ([output] if output.is_file() else output.rglob("*"))
            if path.is_file()
        ]
        return {path.as_posix(): path.read_bytes() for path in sorted(found)}


def all_stages() -> list[Stage]:
    """The stages in the order in which data flows, which is that of the file."""
    stages = YAML(typ="safe", pure=True).load((REPOSITORY / "dvc.yaml").read_text("utf-8"))
    return [_stage(name, content) for name, content in stages["stages"].items()]


def _stage(name: str, content: dict) -> Stage:
    _, script, *arguments = filled(content["cmd"]).split()
    entries = [*content["outs"], *content.get("plots", ())]
    outputs = [entry if isinstance(entry, str) else next(iter(entry)) for entry in entries]
    return Stage(name, script, arguments, [Path(filled(output)) for output in outputs])


def filled(text: str) -> str:
    """Text of dvc.yaml with the run's system and seed, and the default folder of the report."""
    values = {"item.system": SYSTEM, "item.seed": SEED, "report.folder": "reports"}
    return re.sub(r"\$\{([^}]*)\}", lambda found: values[found[1]], text)


class Ended(NamedTuple):
    """How a run ended: its exit code, or minus the signal; what it said; the files that got their
    final names, in order."""

    code: int
    said: str
    named: list[str]


def run(stage: Stage, disturb: Callable[[], None] = lambda: None) -> Ended:
    """Run a stage here, in a child in which ``disturb`` was called before."""
    main = _main(stage.script)
    said, noted = os.pipe(), os.pipe()
    child = os.fork()
    if not child:
        os.dup2(said[1], 2)
        sys.argv = [stage.script, *stage.arguments]
        note = _note_in(noted[1])
        disturb()
        _leave_with(main, note)
    os.close(said[1])
    os.close(noted[1])
    told, notes = (open(end[0], encoding="utf-8").read() for end in (said, noted))  # noqa: SIM115
    status = os.waitpid(child, 0)[1]
    kinds = [line.partition(" ") for line in notes.splitlines()]
    import_too([text for kind, _, text in kinds if kind == "imported"])
    named = [text for kind, _, text in kinds if kind == "named"]
    return Ended(os.waitstatus_to_exitcode(status), told, named)


_MAINS: dict[str, Callable[[], None]] = {}


def _main(script: str) -> Callable[[], None]:
    if script not in _MAINS:
        _MAINS[script] = runpy.run_path(str(REPOSITORY / script))["main"]
    return _MAINS[script]


def _leave_with(main: Callable[[], None], note: Callable[[str], None]) -> None:
    code, before = 0, set(sys.modules)
    try:
        main()
        for name in sys.modules.keys() - before:
            note(f"imported {name}")
    except SystemExit as end:
        code = end.code or 0
    except BaseException:
        traceback.print_exc()
        code = 1
    finally:
        sys.stderr.flush()
        os._exit(code)


def _note_in(descriptor: int) -> Callable[[str], None]:
    """Return what writes down a line for the parent; every file that is named is one already."""
    replace = os.replace

    def note(line: str) -> None:
        os.write(descriptor, f"{line}\n".encode())

    def replacing(source, target) -> None:
        replace(source, target)
        note(f"named {target}")

    os.replace = replacing
    return note


def before_naming(path: str, action: Callable[[], None]) -> Callable[[], None]:
    """A disturbance: ``action`` before the file ``path``, whole already, gets its name."""

    def disturb() -> None:
        replace = os.replace

        def replacing(source, target) -> None:
            if str(target) == path:
                action()
            replace(source, target)

        os.replace = replacing

    return disturb


def sent(number: int) -> Callable[[], None]:
    """An action: a signal comes."""
    return lambda: os.kill(os.getpid(), number)


def disk_full_at_sync() -> None:
    """A disturbance: the disk is full, which shows only when the first file is synced."""

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    os.fsync = full


def no_file_beyond(size: int) -> Callable[[], None]:
    """A disturbance: no file may grow beyond ``size`` bytes."""

    def disturb() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    return disturb
