"""What a run depends on: complete, and the same wherever the workspace lies."""

from pathlib import Path

import pytest
from training_stand_ins import REPOSITORY, SYSTEM, closure, training

import pipeline
from pipeline.refusal import Refusal
from pipeline.training import fingerprint as module
from pipeline.training.fingerprint import CODE, differences, fingerprint

LIBRARY = Path(pipeline.__file__).parent
NOT_DECISIVE = {
    f"{name}.py"
    for name in (
        "atomic",
        "fingerprint",
        "full_disk",
        "interruption",
        "layout",
        "plural",
        "progress",
        "refusal",
        "tensor_file",
    )
}
"""Files at the library's top that write, compare, show, refuse; config's readers but its types."""
TYPES = {"section.py", "system.py", "training.py"}


def parts(**changes):
    values = {"system": SYSTEM, "training": training(), "seed": 1, "files": []}
    return fingerprint(*{**values, **changes}.values())


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "train.arrow"
    path.write_text("data")
    return path


def test_each_part_is_told_apart(file):
    before = parts(files=[file])
    assert differences(before, parts(files=[file])) == []
    other = SYSTEM.model_copy(update={"hidden": 7})
    assert differences(before, parts(files=[file], system=other)) == ["the system's settings"]
    assert differences(before, parts(files=[file], seed=2)) == ["the seed"]
    rate = parts(files=[file], training=training(learning_rate=0.1))
    assert differences(before, rate) == ["section training"]
    file.write_text("Data")
    assert differences(before, parts(files=[file])) == ["data file train.arrow"]
    assert differences(before, parts()) == ["data file train.arrow"]


def test_no_path_is_in_it(file):
    assert str(file.parent) not in str(parts(files=[file]))


def test_missing_file(tmp_path):
    with pytest.raises(Refusal, match=r"gone\.arrow: missing"):
        parts(files=[tmp_path / "gone.arrow"])


def test_code_is_all_that_the_stage_runs():
    """Every file that stages/train.py imports counts, save those that decide no weight."""
    found = closure(REPOSITORY / "stages" / "train.py")
    found = {path.relative_to(LIBRARY) for path in found if LIBRARY in path.parents}
    decisive = {
        path.as_posix()
        for path in found
        if path.as_posix() not in NOT_DECISIVE and (path.parts[0] != "config" or path.name in TYPES)
    }
    counted = {p.relative_to(LIBRARY).as_posix() for code in CODE for p in LIBRARY.glob(code)}
    assert decisive <= counted


@pytest.mark.parametrize("name", ["model/a.py", "training/b.py", "data/plan.py"])
def test_an_edit_of_the_code_shows(tmp_path, monkeypatch, name):
    monkeypatch.undo()  # the conftest's stand-in
    for path in ("__init__.py", "model/a.py", "training/b.py", "data/plan.py", "data/other.py"):
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text("x = 1\n")
    monkeypatch.setattr(pipeline, "__file__", str(tmp_path / "__init__.py"))
    before = module.digest_of_code()
    (tmp_path / "data/other.py").write_text("x = 2\n")
    assert module.digest_of_code() == before
    (tmp_path / name).write_text("x = 2\n")
    assert module.digest_of_code() != before
