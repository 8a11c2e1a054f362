"""What a translation depends on: complete, and the same wherever the workspace lies."""

from pathlib import Path

import pytest
from test_stage_dependencies import closure, is_code

import pipeline
from pipeline.config.decoding import Decoding
from pipeline.config.load import load_section
from pipeline.config.read import PARAMS
from pipeline.decoding.fingerprint import CODE, fingerprint
from pipeline.fingerprint import differences

LIBRARY = Path(pipeline.__file__).parent
REPOSITORY = Path(__file__).parents[2]
NOT_DECISIVE = {
    "atomic.py",
    "fingerprint.py",
    "full_disk.py",
    "interruption.py",
    "layout.py",
    "progress.py",
    "refusal.py",
    "tensor_file.py",
    "data/apostrophes.py",
    "data/detokenize.py",
    "evaluation/attention_file.py",
}
"""Files that write, compare, show and refuse; those that make words of what was found, after it."""


@pytest.fixture
def settings():
    return load_section("decoding", Decoding, REPOSITORY / PARAMS)


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "test.arrow"
    path.write_text("data")
    return path


def test_each_part_is_told_apart(settings, file):
    before = fingerprint(settings, [file])
    assert differences(before, fingerprint(settings, [file])) == []
    for key, value in {"beam": 7, "min_length_ratio": 0.25, "batch_sentences": 9}.items():
        other = fingerprint(settings.model_copy(update={key: value}), [file])
        assert differences(before, other) == ["section decoding"]
    file.write_text("Data")
    assert differences(before, fingerprint(settings, [file])) == ["file test.arrow"]
    assert differences(before, fingerprint(settings, [])) == ["file test.arrow"]


def test_no_path_is_in_it(settings, file):
    assert str(file.parent) not in str(fingerprint(settings, [file]))


def test_code_is_all_that_the_stage_runs():
    """Every file that stages/translate.py imports counts, save those that decide no result."""
    found = closure(REPOSITORY / "stages" / "translate.py")
    names = {path.relative_to(LIBRARY).as_posix() for path in found if LIBRARY in path.parents}
    decisive = {
        name
        for name in names - NOT_DECISIVE
        if is_code(LIBRARY / name) and (name == "config/decoding.py" or "config/" not in name)
    }
    counted = {
        path.relative_to(LIBRARY).as_posix() for pattern in CODE for path in LIBRARY.glob(pattern)
    }
    assert decisive <= counted
    assert names >= NOT_DECISIVE
