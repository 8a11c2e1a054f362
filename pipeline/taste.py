"""A taste: the whole pipeline with small settings, in a workspace of its own, in a few minutes.

    python -m pipeline.taste

Makes the folder ``taste/`` with a copy of the code and of the stages, params.yaml with
settings/taste.yaml laid over it, and DVC's files; then runs ``dvc repro`` in it. The experiment's
own data, runs and reports are not touched. A second taste goes on from the first.
"""

from __future__ import annotations

import argparse
import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

from pipeline.atomic import write_text
from pipeline.config.overlay import overlaid, setting
from pipeline.config.read import PARAMS, read_params
from pipeline.progress import say
from pipeline.refusal import Refusal, refusable

OVERLAY = Path("settings/taste.yaml")
CODE = ("pipeline", "stages")
COPIED = ("dvc.yaml", ".dvcignore", ".dvc/plots/runs.json")
DVC_CONFIG = Path(".dvc/config")
NO_GIT = "no_scm = true"
ADVICE = "Use `dvc push`"
"""DVC's last word, about a remote storage that a taste has not got."""
SCALED = (
    ("corpus", "split", "training_pairs"),
    ("corpus", "split", "validation_pairs"),
    ("corpus", "split", "test_pairs"),
    ("tokenizer", "source_vocabulary"),
    ("tokenizer", "target_vocabulary"),
    ("training", "target_tokens"),
    ("training", "epoch_tokens"),
    ("evaluation", "bucket_minimum"),
)
"""Settings that go with the number of training pairs."""


@refusable
def main() -> None:
    arguments = _arguments()
    changes = [taste_settings(arguments.pairs)]
    changes += [setting(text) for text in arguments.set]
    workspace = make_workspace(arguments.folder, overlaid(PARAMS, changes))
    settings = read_params(workspace / PARAMS)
    _copy_corpora(workspace, settings["corpus"]["folder"])
    folder = settings["report"]["folder"]
    say(f"dvc repro in {workspace}")
    code = repro(workspace)
    if code != 0:
        say(f"The taste ended early (exit code {code}): the cause is said above.")
        raise SystemExit(code)
    say(f"A taste of the report: {workspace / folder / 'report.html'}")


def taste_settings(pairs: int | None) -> dict:
    """Return the taste's settings; with ``pairs`` training pairs, sizes and budget in proportion.

    Raises Refusal where ``pairs`` is too small for anything to be left of a size.
    """
    overlay = read_params(OVERLAY)
    if pairs is None:
        return overlay
    if pairs < 1:
        raise Refusal(f"--pairs: {pairs} is not allowed; allowed: a whole number of at least 1")
    share = pairs / overlay["corpus"]["split"]["training_pairs"]
    for *sections, name in SCALED:
        section = overlay
        for step in sections:
            section = section[step]
        section[name] = max(2, round(section[name] * share))
    return overlay


def make_workspace(folder: Path, params: str) -> Path:
    """Make or renew a workspace in ``folder``: the code, the stages, ``params``, DVC's files.

    What stages wrote there before stays, so that a second run goes on from it.
    Raises Refusal where ``folder`` is something else than such a workspace.
    """
    _refuse_other(folder)
    write_text(folder / DVC_CONFIG, _dvc_settings())
    for name in CODE:
        _copy_folder(name, folder)
    for name in COPIED:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(name, folder / name)
    write_text(folder / PARAMS, params)
    return folder


def _copy_corpora(folder: Path, name: str) -> None:
    """The user's own files, which DVC wants to be there whatever the source of the corpus."""
    if Path(name).is_dir():
        _copy_folder(name, folder)
    else:
        shutil.rmtree(folder / name, ignore_errors=True)
        (folder / name).mkdir(parents=True)


def _copy_folder(name: str, folder: Path) -> None:
    """Copy what is in the folder ``name`` into ``folder``, in place of what was there."""
    copy = folder / name
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(name, copy, ignore=shutil.ignore_patterns("__pycache__"))
    # Folders are copied with their rights; those of a read-only clone could not be renewed.
    for path in sorted([copy, *copy.rglob("*")]):
        if path.is_dir():
            path.chmod(path.stat().st_mode | stat.S_IRWXU)


def _refuse_other(folder: Path) -> None:
    """Raise Refusal unless this is a clone's top folder and ``folder`` may become a workspace."""
    here, there = Path.cwd(), folder.resolve()
    missing = [name for name in (*CODE, *COPIED, DVC_CONFIG) if not Path(name).exists()]
    if missing:
        raise Refusal(f"{missing[0]} is not here ({here}); run in the top folder of the clone")
    inside = [Path(name).resolve() for name in CODE]
    if there == here or there in here.parents or set(inside) & {there, *there.parents}:
        raise Refusal(f"--folder: {folder} holds the code itself; choose another folder")
    ours = (folder / DVC_CONFIG).is_file() and NO_GIT in (folder / DVC_CONFIG).read_text("utf-8")
    if folder.exists() and not ours and (not folder.is_dir() or any(folder.iterdir())):
        raise Refusal(f"{folder} is something else than a taste; remove it or choose --folder")


def _dvc_settings() -> str:
    """The clone's settings of DVC, and that there is no git here: the workspace is thrown away."""
    settings = DVC_CONFIG.read_text(encoding="utf-8")
    return settings.replace("[core]\n", f"[core]\n    {NO_GIT}\n", 1)


def repro(workspace: Path) -> int:
    """Run ``dvc repro`` in ``workspace`` with this interpreter and that code; return its code."""
    environment = dict(os.environ)
    beside = str(Path(sys.executable).parent)
    environment["PATH"] = os.pathsep.join([beside, environment.get("PATH", "")])
    environment["PYTHONPATH"] = str(workspace.resolve())
    environment["PYTHONUNBUFFERED"] = "1"  # DVC's lines come when they are said, pipe or not
    command = [sys.executable, "-m", "dvc", "repro"]
    with subprocess.Popen(
        command, cwd=workspace, env=environment, stdout=subprocess.PIPE, text=True, encoding="utf-8"
    ) as running:
        for line in running.stdout:
            if not line.startswith(ADVICE):
                print(line, end="", flush=True)
    return running.returncode


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m pipeline.taste",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--folder", type=Path, default=Path("taste"), help="default: taste")
    parser.add_argument("--pairs", type=int, help="training pairs; sizes and budget go with it")
    parser.add_argument(
        "--set", action="append", default=[], metavar="KEY=VALUE", help="a single setting"
    )
    return parser.parse_args()


if __name__ == "__main__":
    main()
