"""What no result may depend on: a folder's order, hashes of texts, the date, the locale, chance.

Read off the syntax of every file of the library and of the stages. That two runs give the same
bytes is tested with runs; a corpus of another script, or a rare branch, is not in them.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[1]
CLOCK = REPOSITORY / "pipeline" / "benchmark"
"""All that it measures is of one machine on one day, and says of which."""
CODE = sorted(
    path
    for folder in ("pipeline", "stages")
    for path in (REPOSITORY / folder).rglob("*.py")
    if CLOCK not in path.parents
)
MODULES = {"random", "secrets", "uuid", "locale"}
LISTING = {"glob", "iglob", "rglob", "iterdir", "listdir", "scandir", "walk"}
"""Their order is the disk's."""
ORDERED = {"sorted", "any", "all", "len"}
"""What makes that order known, or does not look at it."""
DATES = {"now", "today", "utcnow", "localtime", "strftime", "ctime"}
OF_NUMPY = re.compile(r"(?:np|numpy)\.random\.(\w+)")
SEEDED = {"default_rng", "Generator", "PCG64", "SeedSequence"}


def ordered(tree: ast.AST) -> set[ast.AST]:
    """Every part of the code that stands within a call that knows its order, or that removes it."""
    safe: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ORDERED:
            safe.update(ast.walk(node))
        elif isinstance(node, ast.For) and ast.unparse(node.target) in removed(node):
            safe.update(ast.walk(node.iter))
    return safe


def removed(loop: ast.For) -> set[str]:
    """The files that a loop removes: in which order does not matter."""
    calls = (node.func for node in ast.walk(loop) if isinstance(node, ast.Call))
    return {
        ast.unparse(function.value)
        for function in calls
        if isinstance(function, ast.Attribute) and function.attr == "unlink"
    }


def faults(text: str) -> list[str]:
    """Every line of a file that could make its results others the next time, or elsewhere."""
    tree = ast.parse(text)
    safe = ordered(tree)
    found = []
    for node in ast.walk(tree):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module or ""]
        found += [f"imports {name}" for name in names if name in MODULES]
        if not isinstance(node, ast.Call):
            continue
        name = ast.unparse(node.func)
        last = name.rsplit(".", 1)[-1]
        wrong = (
            (last in LISTING and "." in name and node not in safe)
            or name == "hash"
            or (last in DATES and "." in name)
            or name == "time.time"
            or ((numpy := OF_NUMPY.match(name)) and numpy[1] not in SEEDED)
            or (last == "default_rng" and not node.args)
        )
        if wrong:
            found.append(f"line {node.lineno}: {ast.unparse(node)}")
    return found


def test_no_result_depends_on_chance_or_place():
    assert len(CODE) > 150
    texts = {str(path): path.read_text(encoding="utf-8") for path in CODE}
    assert {path: found for path, text in texts.items() if (found := faults(text))} == {}


@pytest.mark.parametrize(
    "line",
    [
        "import random",
        "from uuid import uuid4",
        "for path in folder.glob('*'): pass",
        "names = os.listdir(folder)",
        "first = next(folder.iterdir())",
        "for top, folders, files in os.walk(folder): pass",
        "key = hash(text)",
        "day = datetime.now()",
        "day = time.strftime('%x')",
        "stamp = time.time()",
        "noise = np.random.rand(3)",
        "generator = np.random.default_rng()",
    ],
)
def test_the_look_at_the_code_finds_what_it_looks_for(line):
    assert len(faults(line)) == 1


def test_the_look_at_the_code_lets_pass_what_is_safe():
    lines = (
        "import time",
        "paths = sorted({path for kind in kinds for path in folder.glob(kind)})",
        "empty = not any(folder.iterdir())",
        "for node in walk(tree): pass",
        "for left in folder.glob('*.part'): left.unlink()",
        "chosen = np.random.default_rng(seed).choice(5)",
        "started = time.perf_counter()",
    )
    assert faults("\n".join(lines)) == []
