"""dvc.yaml against the code: DVC follows no import, so each stage must list what it imports.

The first-party imports of a stage's script are followed statically, through functions too. Where a
test fails, it prints the list to paste into dvc.yaml.
"""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from pipeline.config.params import Params

REPOSITORY = Path(__file__).parents[1]
LIBRARY = REPOSITORY / "pipeline"
STAGES = YAML(typ="safe", pure=True).load((REPOSITORY / "dvc.yaml").read_text())["stages"]


def script_of(stage: str) -> Path:
    return REPOSITORY / STAGES[stage]["cmd"].split()[1]


def module_file(name: str) -> Path | None:
    """The file of a module, if ``name`` is one of ours and no package or attribute."""
    path = REPOSITORY / Path(*name.split(".")).with_suffix(".py")
    return path if name.startswith("pipeline.") and path.is_file() else None


@cache
def imported(path: Path) -> frozenset[Path]:
    """The first-party files that ``path`` itself imports, anywhere in it."""
    names = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: write imports from the top, as `pipeline.x`"
            # `from pipeline.x import y`: y may be a module, or something in pipeline/x.py.
            names += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
    return frozenset(file for name in names if (file := module_file(name)))


def closure(script: Path) -> set[Path]:
    """Every first-party file that running ``script`` may read, the script included."""
    found, fresh = set(), {script}
    while fresh:
        found |= fresh
        fresh = {file for path in fresh for file in imported(path)} - found
    return found | data_files(found)


def data_files(modules: set[Path]) -> set[Path]:
    """Files beside the code (templates): needed by whoever uses a module of their room."""
    rooms = {LIBRARY / path.relative_to(LIBRARY).parts[0] for path in modules if within(path)}
    return {path for room in rooms if room.is_dir() for path in content(room) if not is_code(path)}


def content(folder: Path) -> set[Path]:
    """The files of a folder that matter: no bytecode, and not the empty package marks."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path for path in files if "__pycache__" not in path.parts and path.name not in MARKS}


MARKS = ("__init__.py",)


def within(path: Path) -> bool:
    return LIBRARY in path.parents


def is_code(path: Path) -> bool:
    return path.suffix == ".py"


def shortened(files: set[Path]) -> list[str]:
    """The files as dependencies: a folder instead of its files where all of them are needed."""
    names = set()
    for path in files:
        whole = path
        for parent in path.parents:
            if parent == LIBRARY or not within(parent) or not content(parent) <= files:
                break
            whole = parent
        names.add(whole.relative_to(REPOSITORY).as_posix())
    return sorted(names)


def listed(stage: str) -> list[str]:
    """The dependencies of a stage that are code."""
    names = [name for name in STAGES[stage]["deps"] if isinstance(name, str)]
    return sorted(name for name in names if name.startswith(("pipeline", "stages")))


@pytest.mark.parametrize("stage", STAGES)
def test_stage_lists_exactly_the_code_that_it_imports(stage):
    expected = sorted([*shortened(closure(script_of(stage)) - {script_of(stage)})])
    expected = sorted([*expected, script_of(stage).relative_to(REPOSITORY).as_posix()])
    lines = "\n".join(f"      - {name}" for name in expected)
    assert listed(stage) == expected, (
        f"stages.{stage}.deps in dvc.yaml does not match what {script_of(stage).name} imports.\n"
        f"missing: {sorted(set(expected) - set(listed(stage)))}\n"
        f"not needed: {sorted(set(listed(stage)) - set(expected))}\n"
        f"Its code is:\n{lines}"
    )


@pytest.mark.parametrize("stage", STAGES)
def test_stage_lists_the_sections_that_it_loads(stage):
    loaded = sections_loaded(script_of(stage))
    params = {name.split(".")[0] for name in STAGES[stage].get("params", ())}
    if stage == "check":  # reads params.yaml as a whole, and so depends on the file
        assert "params.yaml" in STAGES[stage]["deps"]
    else:
        assert params == loaded


def sections_loaded(script: Path) -> set[str]:
    """The sections that a script, or what it imports, loads; all, where it takes the whole file."""
    if LIBRARY / "config" / "params.py" in closure(script):
        return set(Params.model_fields)
    return {
        section_named(node)
        for path in filter(is_code, closure(script))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        if node.func.id == "load_section"
    }


def section_named(call: ast.Call) -> str:
    """``training`` of ``load_section("training", Training)``; ``systems`` of f"systems.{slug}"."""
    name = call.args[0]
    if isinstance(name, ast.JoinedStr):
        name = name.values[0]
    return ast.literal_eval(name).split(".")[0]


@pytest.mark.parametrize("stage", STAGES)
def test_nothing_is_imported_by_a_name_made_at_run_time(stage):
    for path in closure(script_of(stage)):
        if is_code(path):
            found = re.search(r"\b(import_module|__import__)\b", path.read_text(encoding="utf-8"))
            assert found is None, f"{path}: {found[0]} hides a dependency"


def test_package_marks_are_empty():
    """So that importing pipeline.a.b executes no other code on which a stage would depend."""
    for path in LIBRARY.rglob("__init__.py"):
        assert path.read_bytes() == b"", path


def test_sections_do_not_know_each_other():
    loader = closure(LIBRARY / "config" / "load.py")
    sections = {f"{path.stem}" for path in (LIBRARY / "config").glob("*.py")} & SECTIONS
    assert sections == SECTIONS
    assert {path.stem for path in loader} & SECTIONS == set()
    assert {path.stem for path in imported(LIBRARY / "config" / "training.py")} == {"section"}


SECTIONS = {
    "alignment",
    "corpus",
    "decoding",
    "evaluation",
    "experiment",
    "probes",
    "report",
    "system",
    "tokenizer",
    "training",
}


WORKING = {
    name
    for stage, settings in STAGES.items()
    if stage not in ("check", "report")
    for name in settings.get("params", ())
}
"""The settings on which a stage that computes depends; the report prints all of them."""


@pytest.mark.parametrize(
    ("section", "key"),
    [
        (section, key)
        for section in (
            "corpus",
            "tokenizer",
            "training",
            "decoding",
            "alignment",
            "evaluation",
            "probes",
        )
        for key in Params.model_fields[section].annotation.model_fields
    ],
)
def test_every_setting_is_one_that_a_stage_runs_again_for(section: str, key: str) -> None:
    """A section listed key by key must not leave one out: its edit would change nothing."""
    assert section in WORKING or f"{section}.{key}" in WORKING
