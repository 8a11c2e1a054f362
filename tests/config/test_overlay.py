"""Overlays: what they change, what they keep, what they refuse."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from pipeline.config.overlay import overlaid, setting
from pipeline.config.params import Params
from pipeline.config.read import read_params
from pipeline.refusal import Refusal

REPOSITORY = Path(__file__).parents[2]
PARAMS = REPOSITORY / "params.yaml"
TEXT = PARAMS.read_text(encoding="utf-8")
OVERLAYS = sorted((REPOSITORY / "settings").glob("*.yaml"))


def after(tmp_path: Path, *changes: dict) -> dict:
    """The settings after ``changes``, as a stage would read them."""
    path = tmp_path / "params.yaml"
    path.write_text(overlaid(PARAMS, changes), encoding="utf-8")
    return read_params(path)


def test_no_change_gives_the_same_bytes():
    assert overlaid(PARAMS, []) == TEXT


def test_only_what_is_named_changes_and_comments_stay(tmp_path):
    text = overlaid(PARAMS, [{"decoding": {"beam": 3}}, setting("experiment.seeds=[1, 2]")])
    old, new = TEXT.splitlines(), text.splitlines()
    assert len(old) == len(new)
    changed = [(one, other) for one, other in zip(old, new, strict=True) if one != other]
    assert changed == [("  seeds: [1]", "  seeds: [1, 2]"), ("  beam: 5", "  beam: 3")]


def test_later_changes_win(tmp_path):
    content = after(tmp_path, {"decoding": {"beam": 3}}, {"decoding": {"beam": 4}})
    assert content["decoding"]["beam"] == 4


@pytest.mark.parametrize("value", [None, 7])
def test_null_is_written_out(tmp_path, value):
    text = overlaid(PARAMS, [{"corpus": {"split": {"training_pairs": value}}}])
    assert f"    training_pairs: {'null' if value is None else value}\n" in text


def test_new_system_must_be_complete(tmp_path):
    complete = read_params(PARAMS)["systems"]["search-50"]
    content = after(tmp_path, {"systems": {"mine": complete}, "experiment": {"systems": ["mine"]}})
    assert content["systems"]["mine"] == complete
    with pytest.raises(Refusal, match=r"systems\.mine\.family: missing"):
        overlaid(PARAMS, [{"systems": {"mine": {"hidden": 8}}}])


@pytest.mark.parametrize(
    ("text", "change"),
    [
        ("decoding.beam=3", {"decoding": {"beam": 3}}),
        ("training.learning_rate=1e-3", {"training": {"learning_rate": 0.001}}),
        ("report.title=a = b", {"report": {"title": "a = b"}}),
        ("corpus.split.training_pairs=null", {"corpus": {"split": {"training_pairs": None}}}),
        ("experiment.systems=[a, b]", {"experiment": {"systems": ["a", "b"]}}),
    ],
)
def test_setting_given_as_text(text, change):
    assert setting(text) == change


@pytest.mark.parametrize("text", ["decoding.beam", "=3", "a..b=1", "decoding.beam=["])
def test_what_is_no_setting_is_refused(text):
    with pytest.raises(Refusal):
        setting(text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("decoding.baem=3", r"decoding\.baem: no such setting; did you mean beam\?"),
        ("decodin.beam=3", r"decodin: no such setting; did you mean decoding\?"),
        ("decoding.beam=0", r"decoding\.beam: 0 is not allowed; allowed: a whole number from 1"),
        ("experiment.systems=[x]", r'experiment\.systems\[0\]: "x" is not under systems'),
    ],
)
def test_wrong_change_is_refused(text, said):
    with pytest.raises(Refusal, match=said):
        overlaid(PARAMS, [setting(text)])


@pytest.mark.parametrize("overlay", OVERLAYS, ids=lambda path: path.name)
def test_committed_overlay_is_allowed_and_changes_something(tmp_path, overlay):
    content = after(tmp_path, read_params(overlay))
    assert content != read_params(PARAMS)
    Params.model_validate(content)


def test_paper_overlay_has_the_sizes_of_the_paper(tmp_path):
    content = after(tmp_path, read_params(REPOSITORY / "settings" / "paper.yaml"))
    slugs = content["experiment"]["systems"]
    assert slugs == ["encdec-30", "search-30", "encdec-50", "search-50"]
    for slug in slugs:
        system = content["systems"][slug]
        assert system["hidden"] == system["encoder_hidden"] == system["attention_size"] == 1000
        assert (system["embedding"], system["readout_size"]) == (620, 500)
        assert (system["readout"], system["initialisation"]) == ("maxout", "bahdanau")
        assert system["output_bias"] == "zero"
    assert content["training"]["optimizer"] == "adadelta"


def test_seventeen_overlay_runs_every_system_into_a_folder_of_its_own(tmp_path):
    content = after(tmp_path, read_params(REPOSITORY / "settings" / "seventeen.yaml"))
    assert content["experiment"]["systems"] == list(content["systems"])
    assert len(content["systems"]) == 17
    assert content["report"]["folder"] != read_params(PARAMS)["report"]["folder"]


def test_command_writes_the_file_whole_or_not_at_all(tmp_path):
    def command(*arguments: str) -> subprocess.CompletedProcess:
        return subprocess.run(
            [sys.executable, "-m", "pipeline.overlay", *arguments],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=60,
        )

    (tmp_path / "params.yaml").write_text(TEXT, encoding="utf-8")
    (tmp_path / "corpora").mkdir()
    refused = command("--set", "decoding.beam=3", "--set", "training.decay=slow")
    assert refused.returncode == 2
    assert refused.stderr.startswith('refused: params.yaml: training.decay: "slow" is not allowed')
    assert (tmp_path / "params.yaml").read_text(encoding="utf-8") == TEXT
    done = command(str(REPOSITORY / "settings" / "paper.yaml"), "--set", "decoding.beam=3")
    assert done.returncode == 0, done.stderr
    assert "params.yaml has 2 changes laid over it" in done.stderr
    content = read_params(tmp_path / "params.yaml")
    assert (content["decoding"]["beam"], content["report"]["folder"]) == (3, "reports/paper")
    done = command("--set", "decoding.beam=3")
    assert "params.yaml has 1 change laid over it" in done.stderr
