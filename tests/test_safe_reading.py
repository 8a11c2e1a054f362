"""What the code must never do with a file that it was given: run anything that stands in it.

Read off the syntax of every file of the library and of the stages, so that a new reader cannot
forget it; that each reader refuses a hostile file is tested beside that reader.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[1]
CODE = sorted([*(REPOSITORY / "pipeline").rglob("*.py"), *(REPOSITORY / "stages").glob("*.py")])
UNPICKLERS = {"pickle", "cPickle", "dill", "cloudpickle", "joblib", "shelve", "marshal", "yaml"}
"""Modules whose loading runs what a file says (PyYAML, among them, reads other values than DVC)."""
EXTRACTORS = {"extract", "extractall", "unpack_archive"}
"""They write members of an archive where the archive says, which may be anywhere."""


def calls(path: Path) -> Iterator[tuple[str, ast.Call]]:
    """Every call in a file, with the dotted name that is called."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            yield ast.unparse(node.func), node


def imports(path: Path) -> set[str]:
    """The top names of everything that a file imports."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module.split(".")[0])
    return names


def said(call: ast.Call, keyword: str) -> object:
    """The constant that a call gives for a keyword, else None."""
    values = {one.arg: one.value for one in call.keywords}
    value = values.get(keyword)
    return value.value if isinstance(value, ast.Constant) else None


def faults(path: Path) -> list[str]:
    """Every line of a file that could run what stands in the data that it reads."""
    found = [f"imports {name}" for name in sorted(imports(path) & UNPICKLERS)]
    for name, call in calls(path):
        last = name.rsplit(".", 1)[-1]
        wrong = (
            (name == "torch.load" and said(call, "weights_only") is not True)
            or (name in ("np.load", "numpy.load") and said(call, "allow_pickle") is not False)
            or (name == "YAML" and said(call, "typ") not in ("safe", "rt"))
            or (said(call, "trust_remote_code") not in (None, False))
            or (last in EXTRACTORS and last != "extract")
            or (last == "extract" and "archive" in name)
            or (name in ("eval", "exec", "compile", "os.system", "os.popen"))
            or (said(call, "shell") not in (None, False))
            or (last in ("read_pickle", "load_from_checkpoint"))
        )
        if wrong:
            found.append(f"line {call.lineno}: {ast.unparse(call)}")
    return found


def test_no_reader_runs_what_it_reads():
    assert len(CODE) > 150
    assert {str(path): found for path in CODE if (found := faults(path))} == {}


@pytest.mark.parametrize(
    "line",
    [
        "import pickle",
        "from yaml import safe_load",
        "torch.load(path)",
        "torch.load(path, weights_only=False)",
        "np.load(path)",
        "np.load(path, allow_pickle=True)",
        "YAML(typ='unsafe').load(text)",
        "YAML().load(text)",
        "load_dataset(name, trust_remote_code=True)",
        "archive.extractall(folder)",
        "archive.extract(member)",
        "shutil.unpack_archive(path)",
        "eval(text)",
        "subprocess.run(text, shell=True)",
        "pd.read_pickle(path)",
    ],
)
def test_the_look_at_the_code_finds_what_it_looks_for(tmp_path, line):
    path = tmp_path / "reader.py"
    path.write_text(f"{line}\n", encoding="utf-8")
    assert len(faults(path)) == 1


def test_the_look_at_the_code_lets_pass_what_is_safe(tmp_path):
    path = tmp_path / "reader.py"
    lines = (
        "import torch",
        "torch.load(path, map_location='cpu', weights_only=True)",
        "np.load(path, allow_pickle=False)",
        "YAML(typ='safe', pure=True).load(text)",
        "subprocess.run([command], check=True)",
    )
    path.write_text("\n".join(lines), encoding="utf-8")
    assert faults(path) == []
