"""The whole pipeline through real `dvc repro`s, on a small synthetic corpus.

One workspace for the whole file, edited step by step as a user would: the tests build on each
other, in the order in which they stand here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from workspace import Repro, Workspace

TINY = Path(__file__).with_name("tiny.yaml")
SYSTEMS = ("encdec-50", "search-50")
RUNS = [f"{system}-1" for system in SYSTEMS]
OF_A_RUN = ("train", "translate", "align", "probe")
REPORT = {"report.html", "report.md", "results.json", "data_card.md", "model_card.md"}


@pytest.fixture(scope="module")
def workspace(tmp_path_factory) -> Workspace:
    """A copy of the repository, with tiny settings; nothing has been run in it."""
    workspace = Workspace.copied(tmp_path_factory.mktemp("whole") / "a copy")
    workspace.lay_over(TINY)
    workspace.commit("tiny settings")
    return workspace


@pytest.fixture(scope="module")
def first(workspace) -> Repro:
    """The first run: everything."""
    return workspace.repro()


@pytest.fixture
def kept(workspace) -> Iterator[None]:
    """Settings and the report's script are after the test what they were before."""
    files = [workspace.folder / name for name in ("params.yaml", "stages/report.py")]
    before = [file.read_bytes() for file in files]
    yield
    for file, content in zip(files, before, strict=True):
        file.write_bytes(content)


def test_first_run_makes_everything_in_the_order_of_the_data(workspace, first):
    assert first.code == 0, first.output
    assert first.ran[:3] == ["check", "download", "tokenize"]
    middle = [f"{stage}@{run}" for stage in OF_A_RUN for run in RUNS]
    middle += ["reference_align", "score_aligner"]
    assert sorted(first.ran[3:-3]) == sorted(middle)
    assert first.ran[-3:] == ["evaluate", "judge", "report"]
    files = workspace.hashes("reports")
    assert files.keys() >= REPORT
    for ending in (".svg", ".png"):
        assert any(name.startswith("figures/") and name.endswith(ending) for name in files)
    assert any(name.startswith("tables/") and name.endswith(".csv") for name in files)
    assert set(results(workspace)["systems"]) == set(SYSTEMS)


def test_nothing_asks_or_tells_another_machine(workspace, first):
    """Neither the stages nor DVC, whose own statistics and look for a newer release are off."""
    assert first.code == 0, first.output
    assert workspace.connections() == []


def test_second_run_does_nothing(workspace, first):
    before = workspace.hashes("reports")
    second = workspace.repro()
    assert (second.code, second.ran) == (0, [])
    assert workspace.hashes("reports") == before
    assert workspace.status() == "Data and pipelines are up to date."


def test_git_sees_nothing_but_the_report_and_the_lock(workspace, first):
    changed = {line[3:] for line in workspace.git("status", "--porcelain").splitlines()}
    assert changed == {"dvc.lock", "reports/"}
    workspace.commit("the first run")


def test_dvc_plots_shows_the_epochs_of_every_run_and_all_runs_together(workspace, first):
    shown = json.loads(workspace.run("dvc", "plots", "show", "--json").stdout)
    assert "errors" not in shown
    plots = {name: plot["content"]["data"]["values"] for name, (plot,) in shown["data"].items()}
    for system in SYSTEMS:
        assert all("validation_loss" in row for row in plots[f"runs/train/{system}/1/epochs.csv"])
    together = {row["system"] for row in plots["Validation loss of all runs"]}
    assert together == set(SYSTEMS)


def test_edited_caption_renders_the_report_again_and_no_more(workspace, first):
    before = workspace.hashes("reports")
    workspace.edit("report.captions.bleu_by_length=Longer is harder")
    edited = workspace.repro()
    assert (edited.code, edited.ran) == (0, ["check", "report"])
    assert "Longer is harder" in (workspace.folder / "reports/report.html").read_text("utf-8")
    after = workspace.hashes("reports")
    tables = {name for name in before if name.startswith("tables/")}
    assert {name: before[name] for name in tables} == {name: after[name] for name in tables}


def test_comment_in_the_settings_reruns_nothing_but_the_check(workspace, first):
    with open(workspace.folder / "params.yaml", "a", encoding="utf-8") as params:
        params.write("# a remark\n")
    assert workspace.repro().ran == ["check"]


def test_added_seed_asks_for_one_training_of_each_system(workspace, first, kept):
    workspace.edit("experiment.seeds=[1, 2]")
    trainings = {name for name in workspace.changed() if name.startswith("train@")}
    assert trainings == {f"train@{system}-2" for system in SYSTEMS}


def test_seed_added_beam_changed_and_system_removed(workspace, first):
    """Three edits in one run, which takes long; each asks for stages of its own."""
    before = workspace.hashes("runs/train")
    workspace.edit("experiment.seeds=[1, 2]", "decoding.beam=3", "experiment.systems=[search-50]")
    run = workspace.repro()
    assert run.code == 0, run.output
    seed = {f"{stage}@search-50-2" for stage in OF_A_RUN}
    beam = {"translate@search-50-1", "probe@search-50-1"}
    assert sorted(run.ran) == sorted({"check", "evaluate", "judge", "report"} | seed | beam)
    after = workspace.hashes("runs/train")
    assert {name: after[name] for name in before} == before  # old runs stay on the disk, unused
    search = results(workspace)["systems"]
    assert set(search) == {"search-50"}
    assert {entry["seed"] for entry in search["search-50"]["bleu"]["seeds"]} == {1, 2}
    # Nothing of the removed system is left, but that the claims which need it could not be judged.
    for path in (workspace.folder / "reports").rglob("*"):
        if path.suffix in (".md", ".html", ".json", ".csv", ".svg"):
            text = path.read_text(encoding="utf-8")
            if path.name == "results.json":
                text = json.dumps({**json.loads(text), "claims": []})
            elif path.name == "claims.csv":
                continue  # the claims alone
            elif path.name == "report.md":
                text = without(text, r"(?ms)^## (The claims|How each claim).*?(?=^## )")
            elif path.name == "report.html":
                text = without(text, r'(?s)<section id="(claims|judging)".*?(?=<section id=)')
            assert "encdec-50" not in text, path
    verdicts = {claim["id"]: claim["verdict"] for claim in results(workspace)["claims"]}
    assert verdicts[1] == verdicts[3] == "not run"


def without(text: str, sections: str) -> str:
    """The text without what the pattern finds, which has to be there twice."""
    left, found = re.subn(sections, "", text)
    assert found == 2
    return left


def test_refused_stage_leaves_the_old_report_as_it_was(workspace, first, kept):
    before = workspace.hashes("reports")
    workspace.edit("tokenizer.kind=bpe", "tokenizer.source_vocabulary=2")
    refused = workspace.repro()
    assert refused.code != 0
    assert refused.ran == ["check", "tokenize"]
    assert "refused: " in refused.output
    assert "tokenizer.source_vocabulary" in refused.output
    assert "Traceback" not in refused.output
    assert workspace.hashes("reports") == before


def test_report_that_breaks_half_way_leaves_the_old_one_as_it_was(workspace, first, kept):
    before = workspace.hashes("reports")
    script = workspace.folder / "stages" / "report.py"
    text = script.read_text(encoding="utf-8")
    broken = text.replace(
        "        write_report(inputs, beside)\n",
        "        write_report(inputs, beside)\n        raise SystemExit(1)\n",
    )
    assert broken != text
    script.write_text(broken, encoding="utf-8")
    failed = workspace.repro()
    assert failed.code != 0
    assert failed.ran == ["report"]
    assert workspace.hashes("reports") == before
    assert not list(workspace.folder.rglob(".*.part*"))


def test_typo_in_the_settings_is_told_before_any_work(workspace, first, kept):
    before = workspace.hashes("reports")
    params = workspace.folder / "params.yaml"
    params.write_text(params.read_text("utf-8").replace("  beam: 3", "  baem: 3"), "utf-8")
    typo = workspace.repro()
    assert typo.code != 0
    assert typo.ran == ["check"]
    assert "refused: params.yaml: decoding.baem: no such setting; did you mean beam?" in typo.output
    assert "Traceback" not in typo.output
    assert workspace.hashes("reports") == before


def results(workspace: Workspace) -> dict:
    """The report's numbers."""
    return json.loads((workspace.folder / "reports/results.json").read_text(encoding="utf-8"))
