"""Wrong settings, one at a time in the committed params.yaml: each gives exactly one clear line."""

from __future__ import annotations

import importlib.util
from copy import deepcopy
from pathlib import Path

import pytest
from wrong_table import MISSING, SEARCH, WRONG

from pipeline.config.load import checked
from pipeline.config.params import Params
from pipeline.config.read import read_params
from pipeline.config.relations import broken_relations
from pipeline.refusal import Refusal

REPOSITORY = Path(__file__).parents[2]
COMMITTED = read_params(REPOSITORY / "params.yaml")


def stage_check():
    """The script stages/check.py as a module."""
    spec = importlib.util.spec_from_file_location("check", REPOSITORY / "stages" / "check.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


check = stage_check()
FOLDERS = ["", ".", "..", "../out", "/tmp/x", "a//b", "a/", "a/../b", ".git", "~", "a b", "C:\\x"]


def edited(*changes: tuple[str, object]) -> dict:
    """The committed settings with some values replaced, added or (MISSING) left out."""
    content = deepcopy(COMMITTED)
    for path, value in changes:
        *sections, key = path.split(".")
        section = content
        for name in sections:
            section = section[name]
        if value is MISSING:
            del section[key]
        else:
            section[key] = value
    return content


def lines(content: dict) -> list[str]:
    """What the check says of these settings, a line for each wrong one."""
    try:
        params = checked("", Params, content)
    except Refusal as refusal:
        text = str(refusal)
        return text.split("\n  ")[1:] or [text.removeprefix("params.yaml: ")]
    return broken_relations(params, REPOSITORY)


def test_committed_settings_are_right():
    assert lines(COMMITTED) == []


@pytest.mark.parametrize(("path", "value", "said"), WRONG, ids=[case[0] for case in WRONG])
def test_wrong_setting_gives_one_clear_line(path, value, said):
    found = lines(edited((path, value)))
    assert len(found) == 1, found
    assert found[0].startswith(f"{path}: "), found[0]
    assert said in found[0]
    assert "\n" not in found[0]


@pytest.mark.parametrize(("path", "value", "said"), WRONG, ids=[case[0] for case in WRONG])
def test_wrong_setting_ends_the_check_with_code_2(path, value, said, tmp_path, monkeypatch, capsys):
    # Never in the repository: the check deletes what an earlier one wrote there.
    (tmp_path / "corpora").mkdir()
    for name in ("params.yaml", "dvc.yaml"):  # which one case each takes for a folder
        (tmp_path / name).touch()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(check, "read_params", lambda: edited((path, value)))
    monkeypatch.setattr(check, "write_text", lambda *_: pytest.fail("passed for right"))
    with pytest.raises(SystemExit) as end:
        check.main()
    shown = capsys.readouterr()
    assert (end.value.code, shown.out) == (2, "")
    assert shown.err.startswith(f"refused: params.yaml: {path}: ")
    assert said in shown.err
    assert shown.err.count("\n") == 1


def test_every_section_has_wrong_settings_among_the_sixty():
    assert len({(path, repr(value)) for path, value, _ in WRONG}) == len(WRONG) >= 60
    for section in Params.model_fields:
        of_it = [path for path, *_ in WRONG if path.startswith(f"{section}.")]
        assert len(of_it) >= 3, section


@pytest.mark.parametrize("folder", FOLDERS)
def test_report_folder_stays_in_the_workspace(folder):
    (line,) = lines(edited(("report.folder", folder)))
    assert line.startswith("report.folder: ")
    assert "allowed: a folder in the workspace, such as reports" in line


@pytest.mark.parametrize("folder", ["reports", "reports/second", "out_2", "a.b/c-d", "tables/x"])
def test_plain_report_folder_is_allowed(folder):
    assert lines(edited(("report.folder", folder))) == []


def test_every_wrong_item_of_a_list_is_named_by_its_place():
    found = lines(edited(("experiment.seeds", [1, -1, "x"])))
    assert [line.split(":")[0] for line in found] == ["experiment.seeds[1]", "experiment.seeds[2]"]


def test_unknown_and_repeated_systems_and_seeds():
    content = edited(
        ("experiment.systems", ["serch-50", "encdec-30", "encdec-30"]), ("experiment.seeds", [2, 2])
    )
    assert lines(content) == [
        'experiment.systems[0]: "serch-50" is not under systems; did you mean search-50?',
        'experiment.systems: "encdec-30" stands 2 times; allowed: once',
        "experiment.seeds: 2 stands 2 times; allowed: once",
    ]


def test_a_misspelt_name_hides_the_complaint_that_the_right_one_is_missing():
    content = edited(("training.warmupp", 0.1), ("training.warmup", MISSING))
    assert lines(content) == ["training.warmupp: no such setting; did you mean warmup?"]


def test_wrong_name_of_a_system():
    content = edited(("systems.Search,50", COMMITTED["systems"]["search-50"]))
    assert lines(content) == [
        "systems.Search,50: this name is not allowed; "
        "allowed: a name of lower-case letters, digits and single dashes"
    ]


def test_heads_share_the_attention_evenly():
    multi_head = [(f"{SEARCH}.attention", "multi-head"), (f"{SEARCH}.attention_scale", True)]
    assert lines(edited(*multi_head, (f"{SEARCH}.attention_heads", 8))) == []
    (line,) = lines(edited(*multi_head, (f"{SEARCH}.attention_heads", 7)))
    assert line.startswith(f"{SEARCH}.attention_heads: 7 makes no sense here: the heads share")


def test_the_message_names_what_must_change_with_the_edit():
    (line,) = lines(edited((f"{SEARCH}.attention_over", "embeddings")))
    assert line.startswith(f"{SEARCH}.encoder: ")
    assert "the forward reader would be idle" in line
    (line,) = lines(edited(("systems.search-dot-50.encoder_hidden", 120)))
    assert line.startswith("systems.search-dot-50.attention: ")
    assert "240 and 160" in line


def test_synthetic_corpus_must_leave_training_pairs_and_have_rising_lengths():
    synthetic = [("corpus.source", "synthetic"), ("corpus.name", "made")]
    assert lines(edited(*synthetic)) == []
    (line,) = lines(edited(*synthetic, ("corpus.synthetic.pairs", 2000)))
    assert line == (
        "corpus.synthetic.pairs: 2000 leaves none to train on beside 500 for validation and 1,500 "
        "for test; allowed: more than 2,000"
    )
    (line,) = lines(edited(*synthetic, ("corpus.synthetic.shortest", 21)))
    assert line == (
        "corpus.synthetic.shortest: 21 is above corpus.synthetic.longest; allowed: at most 20"
    )


def test_corpus_is_offered_in_either_direction_and_in_no_other_language():
    other = [("corpus.source_language", "en"), ("corpus.target_language", "de")]
    assert lines(edited(*other)) == []
    (line,) = lines(edited(("corpus.source_language", "fr")))
    assert line == (
        'corpus.source_language: "fr" to "en" is not in bible-de-en; allowed: de and en'
    )


@pytest.mark.parametrize(
    ("report", "corpus"),
    [("corpora", "corpora"), ("corpora/report", "corpora"), ("Settings", "settings")],
)
def test_report_and_corpus_have_folders_of_their_own(report, corpus):
    content = edited(("report.folder", report), ("corpus.folder", corpus))
    assert lines(content) == [
        f'report.folder: "{report}" and corpus.folder, "{corpus}", overlap; allowed: two folders '
        "of which neither is in the other, such as reports and corpora"
    ]


def test_a_corpus_within_the_folder_of_the_report(tmp_path):
    (tmp_path / "reports" / "mine").mkdir(parents=True)
    content = edited(("corpus.folder", "reports/mine"))
    (line,) = broken_relations(checked("", Params, content), tmp_path)
    assert line.startswith('report.folder: "reports" and corpus.folder, "reports/mine", overlap; ')


@pytest.mark.parametrize("source", ["packages", "synthetic"])
def test_the_folder_of_corpora_is_there_whatever_the_source(source):
    content = edited(
        ("corpus.source", source),
        ("corpus.name", "bible-de-en" if source == "packages" else "made"),
        ("corpus.folder", "corpora/none"),
    )
    assert lines(content) == [
        'corpus.folder: "corpora/none" is no folder here; allowed: a folder that exists'
    ]


def test_long_and_looping_values_are_shown_shortened():
    loop: list = []
    loop.append(loop)
    for value in ("x" * 10_000, loop, {(1, 2): 3}):
        found = lines(edited(("training.optimizer", value)))
        assert len(found) == 1
        assert len(found[0]) < 160
