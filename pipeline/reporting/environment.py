"""Where and with what a report was made: all that may differ from machine to machine."""

from __future__ import annotations

import os
import platform
import subprocess
from importlib.metadata import PackageNotFoundError, version

PACKAGES = (
    "torch",
    "pytorch-lightning",
    "datasets",
    "sacrebleu",
    "sacremoses",
    "sentencepiece",
    "dvc",
    "numpy",
    "scipy",
    "pandas",
    "pyarrow",
    "matplotlib",
    "seaborn",
)

SOURCES = ("pipeline", "stages", "params.yaml", "dvc.yaml", "pyproject.toml")

TRACKED = "dvc.yaml"
"""The repository that holds this file holds the code."""


def environment() -> dict:
    """Python, operating system, processor count, package versions and the git commit, if any."""
    return {
        "python": platform.python_version(),
        "platform": f"{platform.system()} {platform.release()} {platform.machine()}",
        "processors": os.cpu_count(),
        "packages": {name: _version(name) for name in PACKAGES},
        "git": git(),
    }


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def git() -> dict | None:
    """The commit checked out in the workspace; None without git or outside a repository.

    A source archive may be unpacked, and a taste made, within somebody's repository that does not
    hold it: its commit says nothing about this code.
    """
    commit = _answer("rev-parse", "HEAD")
    if commit is None or _answer("ls-files", "--error-unmatch", "--", TRACKED) is None:
        return None
    # Reports and dvc.lock are being written at this moment: only what made them counts.
    changed = _answer("status", "--porcelain", "--", *SOURCES)
    return {"commit": commit, "changed": bool(changed)}


def _answer(*question: str) -> str | None:
    try:
        done = subprocess.run(
            ["git", "--no-optional-locks", *question],
            capture_output=True,
            text=True,
            timeout=20,
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.strip()
