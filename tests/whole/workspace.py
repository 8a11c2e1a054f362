"""A copy of the repository in which whole-pipeline tests run a real DVC."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pipeline.config.overlay import overlaid, setting
from pipeline.config.read import read_params

REPOSITORY = Path(__file__).parents[2]
WATCHED = Path(__file__).with_name("watched")
"""Holds what makes a Python refuse, and write down, connections to other machines."""
COPIED = (
    "pipeline",
    "stages",
    "settings",
    "corpora",
    "dvc.yaml",
    "params.yaml",
    ".dvcignore",
    ".gitignore",
    ".dvc/config",
    ".dvc/.gitignore",
    ".dvc/plots",
)


@dataclass(frozen=True)
class Repro:
    """What one `dvc repro` did: exit code, everything it printed, stages that ran, in order."""

    code: int
    output: str
    ran: list[str]


@dataclass(frozen=True)
class Workspace:
    """A folder with the code, the settings and DVC's files, under git where it was copied."""

    folder: Path
    variables: Mapping[str, str | None] = field(default_factory=dict)
    """Variables of the environment that commands here find changed (None: not there)."""
    cores: int | None = None
    """Processors that commands here may use (None: all)."""
    umask: int = -1
    """What commands here take from the rights of new files (-1: what the tests have)."""

    @classmethod
    def copied(cls, folder: Path, variables: Mapping[str, str | None] | None = None) -> Workspace:
        """Copy the repository's files, as they are now, into ``folder`` and commit them."""
        for name in COPIED:
            source, target = REPOSITORY / name, folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            if source.is_dir():
                shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copyfile(source, target)
        workspace = cls(folder, variables or {})
        workspace.git("init", "--quiet")
        workspace.commit("as copied")
        return workspace

    def edit(self, *settings: str) -> None:
        """Change params.yaml by texts such as ``decoding.beam=3``."""
        path = self.folder / "params.yaml"
        path.write_text(overlaid(path, [setting(text) for text in settings]), encoding="utf-8")

    def lay_over(self, overlay: Path) -> None:
        """Change params.yaml by an overlay file."""
        path = self.folder / "params.yaml"
        path.write_text(overlaid(path, [read_params(overlay)]), encoding="utf-8")

    def repro(self) -> Repro:
        """Run `dvc repro`."""
        result = self.run(sys.executable, "-m", "dvc", "repro")
        ran = re.findall(r"^Running stage '(.*)':$", result.stdout, flags=re.MULTILINE)
        return Repro(result.returncode, result.stdout, ran)

    def status(self) -> str:
        """What `dvc status` prints."""
        return self.run(sys.executable, "-m", "dvc", "status").stdout.strip()

    def changed(self) -> set[str]:
        """The stages that `dvc status` finds changed, without running any."""
        return set(json.loads(self.run("dvc", "status", "--json").stdout))

    def run(self, *command: str) -> subprocess.CompletedProcess:
        """Run a command here, stderr among its output, with this interpreter and this code."""
        environment = dict(os.environ)
        beside = str(Path(sys.executable).parent)
        environment["PATH"] = os.pathsep.join([beside, environment.get("PATH", "")])
        environment["PYTHONPATH"] = os.pathsep.join([str(self.folder), str(WATCHED)])
        environment["CONNECTIONS"] = str(self._connections)
        environment["OMP_NUM_THREADS"] = "1"  # models this small gain nothing from more
        environment |= {name: value for name, value in self.variables.items() if value is not None}
        for name in [name for name, value in self.variables.items() if value is None]:
            environment.pop(name, None)
        return subprocess.run(
            command,
            cwd=self.folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=900,
            check=False,
            umask=self.umask,
            preexec_fn=self._confine,
        )

    def _confine(self) -> None:
        """In the new process: leave it so many cores."""
        if self.cores is not None and hasattr(os, "sched_setaffinity"):  # Linux
            os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[: self.cores])

    def connections(self) -> list[str]:
        """Every attempt so far, of anything that ran here, to reach another machine."""
        return self._connections.read_text().splitlines() if self._connections.exists() else []

    @property
    def _connections(self) -> Path:
        return self.folder.with_name("connections.txt")

    def git(self, *arguments: str) -> str:
        """Run git here and return what it prints."""
        identity = ("-c", "user.name=test", "-c", "user.email=test@localhost")
        result = self.run("git", *identity, *arguments)
        assert result.returncode == 0, result.stdout
        return result.stdout

    def commit(self, message: str) -> None:
        """Commit everything that git does not ignore."""
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", message)

    def hashes(self, name: str) -> dict[str, str]:
        """Hash of every file under a folder, by its path there."""
        top = self.folder / name
        return {
            path.relative_to(top).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
            for path in sorted(top.rglob("*"))
            if path.is_file()
        }
