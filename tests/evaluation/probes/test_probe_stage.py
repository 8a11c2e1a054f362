"""Stage ``probe`` on tiny untrained models."""

import json
from pathlib import Path

import pytest
from running import run_stage

from evaluation.probes.shipped import tiny
from evaluation.workspace import rows_of_test, write_params, write_run
from pipeline.data.store import save_split, save_vocabularies
from pipeline.data.vocabulary import SPECIAL_SYMBOLS, Vocabularies, Vocabulary
from pipeline.training.checkpoint import save_model

ROWS = rows_of_test(60)
WORDS = [f"w{number}" for number in range(10)]
PROBES = {
    "sentences": 5,
    "shortest": 4,
    "longest": 12,
    "farthest": 6,
    "context_occurrences": 2,
    "joined_factors": [1, 2],
    "joined_runs": 3,
}
SYSTEMS = ("search-50", "encdec-50", "transformer-50")


@pytest.fixture
def workspace(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for split in ("train", "test"):
        save_split(Path("data/tokens"), split, ROWS)
    symbols = Vocabulary([*SPECIAL_SYMBOLS, *WORDS])
    save_vocabularies(Path("data/tokens"), Vocabularies("word", symbols, symbols, "de", "en"))
    write_params(list(SYSTEMS), [1])
    set_probes(PROBES)
    for slug in SYSTEMS:
        model = tiny(slug).float()
        system = model.system.model_copy(update={"max_words": 12})
        path = Path("runs/train", slug, "1", "model.pt")
        path.parent.mkdir(parents=True)
        save_model(path, model, system, len(symbols), len(symbols))
        write_run(slug, 1, ROWS)
    return tmp_path


def set_probes(settings):
    path = Path("params.yaml")
    params = json.loads(path.read_text(encoding="utf-8"))
    params["probes"] |= settings
    params["decoding"]["beam"] = 2
    path.write_text(json.dumps(params), encoding="utf-8")


def probed(slug):
    run_stage("probe", slug, "1")
    text = Path("runs/probe", slug, "1", "probes.json").read_text(encoding="utf-8")
    return text, json.loads(text)


@pytest.mark.parametrize("slug", SYSTEMS)
def test_every_probe_of_every_family_is_filed_and_made_again_the_same(workspace, slug):
    text, found = probed(slug)
    assert found["attends"] is (slug != "encdec-50")
    assert found["path_length"]["sentences"] == 5
    for measure in found["path_length"]["measures"].values():
        assert measure["low"] <= measure["mean"] <= measure["high"]
        assert [one["seed"] for one in measure["seeds"]] == [1]
    assert ("drop_attention" in found["erasure"]["measures"]) is found["attends"]
    lengths = found["beyond_length"]["lengths"]
    assert [length["factor"] for length in lengths] == [0, 1, 2]
    assert found["beyond_length"]["longest_training_words"] == 12
    assert lengths[0]["source_words"] < lengths[1]["source_words"] < lengths[2]["source_words"]
    assert "seconds" not in text
    assert probed(slug)[0] == text
    spent = json.loads(Path(f"runs/timings/probe/{slug}-1.json").read_text(encoding="utf-8"))
    assert set(spent["seconds"]) == {"path_length_and_erasure", "context", "beyond_length"}


def test_another_seed_draws_other_sentences(workspace):
    _, found = probed("encdec-50")
    set_probes({"seed": 2})
    _, other = probed("encdec-50")
    assert other["path_length"]["measures"] != found["path_length"]["measures"]
    assert other["path_length"]["sentences"] == 5


def test_test_set_too_small_to_join_says_so(workspace):
    set_probes({"joined_factors": [1, 400]})
    assert probed("encdec-50")[1]["beyond_length"] is None


def refused(capsys, slug="encdec-50"):
    with pytest.raises(SystemExit) as ended:
        run_stage("probe", slug, "1")
    assert ended.value.code == 2
    assert not Path("runs/probe", slug, "1").exists()
    return capsys.readouterr().err


def test_lengths_that_no_test_sentence_has_are_refused(workspace, capsys):
    set_probes({"shortest": 90, "longest": 99})
    assert "90 to 99 source words" in refused(capsys)


def test_translations_of_another_test_set_are_refused(workspace, capsys):
    write_run("encdec-50", 1, ROWS[:-1])
    assert "other sentences" in refused(capsys)


def test_model_that_was_never_trained_is_refused(workspace, capsys):
    assert "model.pt: missing" in refused(capsys, "search-30")
