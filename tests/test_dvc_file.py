"""dvc.yaml, and the files beside it, against what is known to go wrong with DVC."""

from __future__ import annotations

import configparser
import fnmatch
import re
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from pipeline.config.params import Params
from pipeline.config.read import read_params
from pipeline.config.section import Section
from pipeline.layout import RESUME, TIMINGS

REPOSITORY = Path(__file__).parents[1]
STAGES = YAML(typ="safe", pure=True).load((REPOSITORY / "dvc.yaml").read_text())["stages"]
SETTINGS = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))


def paths(entries: list) -> list[str]:
    """The paths of a stage's outputs or dependencies, whose options may stand beside them."""
    return [entry if isinstance(entry, str) else next(iter(entry)) for entry in entries]


def outputs(stage: dict) -> list[str]:
    """Every file or folder that DVC deletes before the stage runs."""
    return paths([*stage.get("outs", ()), *stage.get("plots", ()), *stage.get("metrics", ())])


def test_commands_are_made_of_names_and_seeds_alone():
    """A null would be written as "None", and a comma or dot of a value break a stage's name."""
    for name, stage in STAGES.items():
        used = set(re.findall(r"\$\{([^}]*)\}", stage["cmd"]))
        assert used <= {"item.system", "item.seed"}, name
        matrix = stage.get("matrix", {})
        assert all(
            values in ("${experiment.systems}", "${experiment.seeds}") for values in matrix.values()
        ), name


def test_every_tracked_setting_is_written_in_params():
    """DVC knows no default: a setting that it tracks must stand in the file, null or not."""
    params = read_params(REPOSITORY / "params.yaml")
    for name, stage in STAGES.items():
        for tracked in stage.get("params", ()):
            here = params
            for key in tracked.replace("${item.system}", "search-50").split("."):
                assert key in here, f"{name} tracks {tracked}"
                here = here[key]


def test_no_setting_has_a_default():
    """So that a setting which is not written down is an error and not a silent value."""
    sections = Section.__subclasses__()
    assert Params in sections
    assert len(sections) > 10
    for section in sections:
        for key, field in section.model_fields.items():
            assert field.is_required(), f"{section.__name__}.{key}"


def test_what_a_run_goes_on_from_is_no_output():
    """DVC deletes a stage's outputs before it runs it."""
    for name, stage in STAGES.items():
        for out in outputs(stage):
            folder = Path(re.sub(r"\$\{[^}]*\}", "x", out))
            assert folder != RESUME, name
            assert RESUME not in folder.parents, name
            assert folder not in RESUME.parents, name


def test_an_old_report_is_removed_by_nobody_before_the_new_one_is_whole():
    """Without ``persist`` DVC deletes outputs before the stage runs."""
    for entry in STAGES["report"]["outs"]:
        assert list(entry.values()) == [{"cache": False, "persist": True}], entry


def test_clock_times_are_an_output_of_their_own_on_which_no_result_depends():
    times = TIMINGS.as_posix()
    makers = {name for name, stage in STAGES.items() if any(times in o for o in outputs(stage))}
    assert makers >= {"train", "translate"}
    readers = {
        name
        for name, stage in STAGES.items()
        if any(path == times or path.startswith(f"{times}/") for path in paths(stage["deps"]))
    }
    assert readers <= {"judge", "report"}
    for name, stage in STAGES.items():
        for path in paths(stage["deps"]):
            assert TIMINGS.parent.as_posix() != path, f"{name} depends on times among all runs"


def test_stages_that_gather_depend_on_the_folder_of_all_runs():
    """There is no fan-in over a matrix: what a gathering stage reads is chosen by its code."""
    for name in ("evaluate", "report"):
        assert "matrix" not in STAGES[name]
        assert "runs/translate" in paths(STAGES[name]["deps"])


@pytest.mark.parametrize(
    "path",
    ["pipeline/model/__pycache__/scores.cpython-311.pyc", "runs/train/a/.model.12.part.pt"],
)
def test_bytecode_and_half_written_files_are_no_content(path):
    lines = (REPOSITORY / ".dvcignore").read_text(encoding="utf-8").splitlines()
    patterns = [line for line in lines if line and not line.startswith("#")]
    parts = Path(path).parts
    assert any(
        fnmatch.fnmatch(part + ("/" if place < len(parts) - 1 else ""), pattern)
        for place, part in enumerate(parts)
        for pattern in patterns
    )


def test_line_ends_are_the_same_on_every_machine():
    lines = (REPOSITORY / ".gitattributes").read_text(encoding="utf-8").splitlines()
    assert "* text=auto eol=lf" in lines
    assert b"\r" not in (REPOSITORY / "params.yaml").read_bytes()


REMOTE = """[core]
    remote = store
['remote "store"']
    url = ssh://storage/attention
"""
"""What `dvc remote add -d` writes: nothing is asked of a remote before `dvc push` or `pull`."""


@pytest.mark.parametrize("added", ["", REMOTE], ids=["as it is", "with a remote"])
def test_dvc_tells_nobody_and_asks_nobody(added):
    config = configparser.ConfigParser(strict=False)
    text = (REPOSITORY / ".dvc" / "config").read_text(encoding="utf-8") + added
    config.read_string("\n".join(line.strip() for line in text.splitlines()))
    assert config.get("core", "analytics") == "false"
    assert config.get("core", "check_update") == "false"
    assert not any(section.strip("'").startswith("studio") for section in config)


def test_dvc_and_its_own_parts_are_pinned_to_the_releases_that_work():
    pinned = dict(
        requirement.split("==")
        for requirement in SETTINGS["project"]["dependencies"]
        if "==" in requirement
    )
    parts = {"dvc", "dvc-data", "dvc-objects", "dvc-render", "dvc-task", "scmrepo", "pathspec"}
    assert parts <= pinned.keys()
    for name in parts:
        assert version(name) == pinned[name]
