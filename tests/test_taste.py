"""The taste's settings and its workspace; the run itself is part of .ci/run."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from pipeline.config.overlay import overlaid
from pipeline.config.read import PARAMS, read_params
from pipeline.refusal import Refusal
from pipeline.taste import COPIED, make_workspace, repro, taste_settings

REPOSITORY = Path(__file__).parents[1]


@pytest.fixture
def clone(tmp_path, monkeypatch) -> Path:
    """A clone's top folder with next to no code in it, in which the test runs."""
    clone = tmp_path / "clone"
    code = ("pipeline/atomic.py", "stages/check.py")
    for name in (*code, *COPIED, ".dvc/config", "params.yaml", "settings/taste.yaml"):
        (clone / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(REPOSITORY / name, clone / name)
    (clone / "corpora").mkdir()
    monkeypatch.chdir(clone)
    return clone


def test_taste_is_marked_small_and_allowed(clone):
    overlaid(PARAMS, [taste_settings(None)])
    report = taste_settings(None)["report"]
    assert "taste" in report["title"].lower()
    assert "taste" in report["note"].lower()


@pytest.mark.parametrize("pairs", [1, 400, 4000, 30_000])
def test_sizes_go_with_the_number_of_pairs(clone, pairs):
    whole, part = taste_settings(None), taste_settings(pairs)
    overlaid(PARAMS, [part])
    share = pairs / whole["corpus"]["split"]["training_pairs"]
    assert part["corpus"]["split"]["training_pairs"] == max(pairs, 2)
    expected = round(whole["tokenizer"]["source_vocabulary"] * share)
    assert part["tokenizer"]["source_vocabulary"] == max(expected, 2)
    assert part["decoding"] == whole["decoding"]


def test_no_pairs_are_refused(clone):
    with pytest.raises(Refusal, match="--pairs: 0 is not allowed"):
        taste_settings(0)


def test_workspace_has_code_settings_and_a_dvc_of_its_own(clone):
    folder = make_workspace(Path("taste"), "the settings\n")
    assert (folder / "params.yaml").read_text() == "the settings\n"
    assert (folder / "pipeline/atomic.py").is_file()
    assert (folder / "stages/check.py").is_file()
    assert (folder / "dvc.yaml").read_bytes() == (clone / "dvc.yaml").read_bytes()
    config = (folder / ".dvc/config").read_text()
    assert "no_scm = true" in config
    assert "analytics = false" in config


def test_second_taste_keeps_what_was_made_and_takes_the_code_as_it_is_now(clone):
    folder = make_workspace(Path("taste"), "old\n")
    (folder / "runs").mkdir()
    (folder / "runs" / "model.pt").write_text("trained")
    (folder / "pipeline" / "gone.py").write_text("")
    (clone / "pipeline" / "atomic.py").write_text("# changed\n")
    make_workspace(Path("taste"), "new\n")
    assert (folder / "runs" / "model.pt").read_text() == "trained"
    assert not (folder / "pipeline" / "gone.py").exists()
    assert (folder / "pipeline" / "atomic.py").read_text() == "# changed\n"
    assert (folder / "params.yaml").read_text() == "new\n"


def test_taste_of_a_read_only_clone_can_be_renewed(clone):
    """Looks at the rights, since a superuser may write whatever they are."""
    (clone / "pipeline" / "data").mkdir()
    sources = [clone / "pipeline" / "data", clone / "pipeline", clone / "stages"]
    for source in sources:
        source.chmod(0o555)
    try:
        folder = make_workspace(Path("taste"), "")
        make_workspace(Path("taste"), "")
    finally:
        for source in sources:
            source.chmod(0o755)
    for source in sources:
        assert (folder / source.relative_to(clone)).stat().st_mode & 0o700 == 0o700


@pytest.mark.parametrize("folder", [".", "..", "pipeline", "pipeline/taste", "stages/x", "/"])
def test_folder_with_the_code_is_refused(clone, folder):
    with pytest.raises(Refusal, match="holds the code itself"):
        make_workspace(Path(folder), "")
    assert (clone / "pipeline/atomic.py").is_file()
    assert read_params()


def test_folder_that_is_something_else_is_refused(clone):
    (clone / "notes").mkdir()
    (clone / "notes" / "mine.txt").write_text("mine")
    with pytest.raises(Refusal, match="something else than a taste"):
        make_workspace(Path("notes"), "")
    with pytest.raises(Refusal, match="something else than a taste"):
        make_workspace(Path("dvc.yaml"), "")
    assert [path.name for path in (clone / "notes").iterdir()] == ["mine.txt"]


def test_taste_runs_in_a_clone_only(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(Refusal, match="run in the top folder of the clone"):
        make_workspace(Path("taste"), "")


SAYS = """\
import sys
from pathlib import Path
print("Running stage", Path.cwd().name, *sys.argv[1:])
print("Use `dvc push` to send your updates to remote storage.")
print("heard", file=sys.stderr)
raise SystemExit(3)
"""


def test_advice_about_a_storage_that_is_not_there_is_not_given(tmp_path, capfd):
    (tmp_path / "dvc.py").write_text(SAYS, encoding="utf-8")
    assert repro(tmp_path) == 3
    said = capfd.readouterr()
    assert said.out == f"Running stage {tmp_path.name} repro\n"
    assert "heard" in said.err
