"""Reading params.yaml: values as YAML 1.2 has them, and refusals with the place of the fault."""

from __future__ import annotations

import pytest

from pipeline.config.experiment import Experiment
from pipeline.config.load import load_section
from pipeline.config.load_system import load_system
from pipeline.config.read import read_params
from pipeline.config.training import Training
from pipeline.data.sources import bible_de_en, bible_grc_en
from pipeline.refusal import Refusal


@pytest.fixture
def params(tmp_path, monkeypatch):
    """A function that writes params.yaml in a workspace of its own, in which the test runs."""
    monkeypatch.chdir(tmp_path)
    return (tmp_path / "params.yaml").write_bytes


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (b"1e-3", 0.001),
        (b"2_000", 2000),
        (b"on", "on"),
        (b"~", None),
        (b"[1, 2]", [1, 2]),
        ("Übergröße".encode(), "Übergröße"),
    ],
)
def test_values_are_those_of_yaml_1_2(params, text, value):
    params(b"a: " + text)
    assert read_params() == {"a": value}


def test_byte_order_mark_and_windows_line_ends_do_no_harm(params):
    params("\ufeffa:\r\n  b: 1\r\n".encode())
    assert read_params() == {"a": {"b": 1}}


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"a: [1,\nb: 2\n", "line 3, column 1, is not valid YAML"),
        (b"a: 1\n\tb: 2\n", "line 2, column 1, is not valid YAML"),
        (b"a:\n  b: 1\n  b: 2\n", 'line 3, column 3, is not valid YAML: .*duplicate key "b"'),
        (b"a: !!python/object/apply:os.getcwd []\n", "line 1, column 4, is not valid YAML"),
        (b"a: 1\n---\nb: 2\n", "line 2, column 1, is not valid YAML"),
        (b"a: 2020-13-45\n", "is not valid YAML"),
        (b"a: \x00\n", "is not valid YAML"),
        (b"[" * 1500, "is not valid YAML: nested too deeply"),
        (b"a: \xff\n", "is not UTF-8 text: byte 3"),
        (b"", "holds no settings"),
        (b"- a\n", "holds no settings"),
    ],
)
def test_what_is_no_settings_file_is_refused_with_the_place(params, content, said):
    params(content)
    with pytest.raises(Refusal, match=f"^params.yaml,? {said}") as caught:
        read_params()
    assert "\n" not in str(caught.value)


def test_absent_file_is_refused(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(Refusal, match=r"params\.yaml is not here .*run in the folder that holds"):
        read_params()
    (tmp_path / "params.yaml").mkdir()
    with pytest.raises(Refusal, match=r"params\.yaml cannot be read: "):
        read_params()


def test_section_is_loaded_whatever_the_others_say(params):
    params(b"experiment: {systems: [a-1], seeds: [3]}\ntraining: nonsense\n")
    assert load_section("experiment", Experiment) == Experiment(systems=["a-1"], seeds=[3])
    with pytest.raises(Refusal, match=r'^params\.yaml: training: "nonsense" is not allowed'):
        load_section("training", Training)


def test_section_or_system_that_is_not_there_is_refused_with_the_nearest(params):
    params(b"experimnt: {systems: [a], seeds: [3]}\nsystems: {search-50: {}, encdec-50: {}}\n")
    with pytest.raises(Refusal, match=r"experiment: missing; did you mean experimnt\?"):
        load_section("experiment", Experiment)
    with pytest.raises(Refusal, match=r"systems\.serch-50: missing; did you mean search-50\?"):
        load_system("serch-50")
    with pytest.raises(Refusal, match=r"systems\.x: missing; allowed: search-50, encdec-50"):
        load_system("x")


def test_every_wrong_key_of_a_section_has_its_line(params):
    params(b"experiment: {systems: [], seeds: [-1], sedes: [1]}\n")
    with pytest.raises(Refusal) as caught:
        load_section("experiment", Experiment)
    first, *lines = str(caught.value).split("\n  ")
    assert first == "params.yaml has 3 wrong settings:"
    assert [line.split(":")[0] for line in lines] == [
        "experiment.systems",
        "experiment.seeds[0]",
        "experiment.sedes",
    ]


def test_packaged_corpora_are_those_that_can_be_fetched():
    from pipeline.config.corpus import PACKAGED

    corpora = (bible_de_en, bible_grc_en)
    assert {corpus.NAME: tuple(corpus.CORPUS.languages) for corpus in corpora} == PACKAGED


def test_an_edit_between_two_readings_is_seen_and_a_change_of_what_was_read_is_not(tmp_path):
    file = tmp_path / "params.yaml"
    file.write_text("a: {b: [1]}\n")
    first = read_params(file)
    first["a"]["b"].append(2)
    assert read_params(file) == {"a": {"b": [1]}}
    file.write_text("a: {b: [3]}\n")
    assert read_params(file) == {"a": {"b": [3]}}
    file.write_text("a: {b: [1]\n")
    for _ in range(2):
        with pytest.raises(Refusal, match="not valid YAML"):
            read_params(file)
