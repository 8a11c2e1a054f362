"""Stage ``evaluate``: exactly the experiment's runs, and a clear refusal of what does not fit."""

import json
import shutil
from pathlib import Path

import pytest
from running import run_stage

from evaluation.workspace import rows_of_test, write_params, write_run, write_split

ROWS = rows_of_test()
SCORES = Path("runs/evaluate/scores.json")


@pytest.fixture
def workspace(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_split(ROWS)
    for system, wrong in (("fixed", 0.5), ("search", 0.2)):
        for seed in (1, 2):
            write_run(system, seed, ROWS, wrong)
    write_params(["fixed", "search"], [1, 2])
    return tmp_path


def refusal(capsys):
    with pytest.raises(SystemExit) as ended:
        run_stage("evaluate")
    assert ended.value.code == 2
    assert not SCORES.exists()
    lines = capsys.readouterr().err.splitlines()
    return next(line for line in lines if line.startswith("refused: "))


def test_scores_of_the_experiment(workspace, capsys):
    run_stage("evaluate")
    scores = json.loads(SCORES.read_text(encoding="utf-8"))
    assert list(scores["systems"]) == ["fixed", "search"]
    assert scores["seeds"] == [1, 2]
    fixed, search = scores["systems"].values()
    assert fixed["bleu"]["high"] < search["bleu"]["low"]
    assert fixed["perplexity"]["mean"] > search["perplexity"]["mean"]
    assert search["bleu"]["mean"] < search["bleu_replaced"]["mean"]
    assert search["sentences_no_unk"] == 20
    (entry,) = (
        one for one in scores["comparisons"] if (one["metric"], one["bucket"]) == ("bleu", "all")
    )
    assert (entry["baseline"], entry["system"]) == ("fixed", "search")
    assert entry["difference"]["low"] > 0
    assert [bucket["sentences"] for bucket in scores["buckets"]] == [12, 10, 8]
    assert "8 sentences of over 8 source words" in capsys.readouterr().err


def test_two_runs_give_the_same_bytes(workspace):
    run_stage("evaluate")
    first = SCORES.read_bytes()
    run_stage("evaluate")
    assert SCORES.read_bytes() == first


def test_runs_off_the_list_are_never_looked_at(workspace):
    write_params(["search"], [2])
    run_stage("evaluate")
    with_leftovers = SCORES.read_bytes()
    shutil.rmtree("runs/translate/fixed")
    Path("runs/translate/search/1/hypotheses.jsonl").write_text("broken", encoding="utf-8")
    run_stage("evaluate")
    assert SCORES.read_bytes() == with_leftovers
    assert list(json.loads(with_leftovers)["systems"]) == ["search"]


def test_the_parameter_chooses_the_text(workspace):
    write_params(["search"], [1], replace_unknown=True)
    run_stage("evaluate")
    system = json.loads(SCORES.read_text(encoding="utf-8"))["systems"]["search"]
    assert system["bleu"] == system["bleu_replaced"]


def test_a_missing_run_is_refused(workspace, capsys):
    shutil.rmtree("runs/translate/search/2")
    message = refusal(capsys)
    assert "search/2/hypotheses.jsonl is missing" in message.replace("\\", "/")
    assert "dvc repro" in message


def test_a_run_of_another_test_set_is_refused(workspace, capsys):
    write_run("search", 1, ROWS[:-1])
    assert "holds 29 translations, but the test set needs 30" in refusal(capsys)
    write_run("search", 1, [ROWS[1], ROWS[0], *ROWS[2:]])
    assert "line 1 translates sentence 's1'" in refusal(capsys)


def test_a_missing_test_set_is_refused(workspace, capsys):
    Path("data/tokens/test.arrow").unlink()
    assert "test.arrow is missing" in refusal(capsys)
