"""What the command line may ask for, and what it says where it may not."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.benchmark.__main__ import main
from pipeline.benchmark.options import PARTS, read_options
from pipeline.config.read import read_params

from .small import SYSTEMS


def test_all_parts_of_the_experiments_systems_unless_told_otherwise(folder):
    options = read_options([])
    assert list(options.systems) == list(SYSTEMS)
    assert options.parts == list(PARTS)
    assert options.output is None
    shared = sum(options.seconds_for(part) for part in PARTS) * len(SYSTEMS)
    assert shared == pytest.approx(options.seconds)


def test_chosen_systems_and_parts(folder):
    options = read_options(["--systems", "dot-50, search-50,dot-50", "--parts", "training"])
    assert list(options.systems) == ["dot-50", "search-50"]
    assert options.seconds_for("training") == pytest.approx(options.seconds / 2)
    assert list(read_options(["--systems", "all"]).systems) == list(read_params()["systems"])


@pytest.mark.parametrize(
    ("words", "expected"),
    [([], None), (["--output"], Path("reports")), (["--output", "x"], Path("x"))],
)
def test_output_goes_to_the_reports_folder_unless_told_otherwise(folder, words, expected):
    assert read_options(words).output == expected


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--systems", "serch-50"], 'refused: --systems: "serch-50" is not known; did you mean'),
        (["--systems", ""], 'refused: --systems: "" is not known'),
        (["--parts", "speed"], 'refused: --parts: "speed" is not known; allowed: training, '),
        (["--seconds", "0"], "refused: --seconds: 0 is not allowed"),
        (["--seconds", "nan"], "refused: --seconds: nan is not allowed"),
        (["--seconds", "soon"], "invalid float value"),
    ],
)
def test_wrong_options_end_with_code_2_and_say_what_is_allowed(
    folder, monkeypatch, capsys, words, said
):
    monkeypatch.setattr("sys.argv", ["benchmark", *words])
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 2
    assert said in capsys.readouterr().err
