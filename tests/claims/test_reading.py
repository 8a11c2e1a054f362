"""The claims as data: all thirteen are sound, and one without a criterion is refused."""

import shutil
from pathlib import Path

import pytest
from evaluation.workspace import REPOSITORY, write_params
from running import run_stage

from pipeline.claims import reading
from pipeline.claims.reading import PAPERS, read_claims
from pipeline.config.read import read_params
from pipeline.config.system import System
from pipeline.model.assembly import build_model
from pipeline.refusal import Refusal


def named(claim):
    for condition in claim.criterion:
        quantity = condition.quantity.model_dump()
        yield from (quantity[name] for name in ("system", "baseline") if quantity.get(name))


def test_the_thirteen_claims_and_the_systems_that_they_name():
    claims = read_claims()
    assert [claim.id for claim in claims] == list(range(1, 14))
    systems = read_params(REPOSITORY / "params.yaml")["systems"]
    assert {system for claim in claims for system in named(claim)} <= set(systems)


def test_three_seeds_hold_every_system_that_a_claim_names():
    overlay = read_params(REPOSITORY / "settings" / "three-seeds.yaml")["experiment"]
    assert overlay["seeds"] == [1, 2, 3]
    assert {s for claim in read_claims() for s in named(claim)} == set(overlay["systems"])


def test_the_dot_product_has_no_parameters_of_its_own():
    """What claim 6 calls so by construction."""
    assert parameters_of_score("search-50")
    assert parameters_of_score("search-dot-50") == []


def parameters_of_score(slug: str) -> list[str]:
    settings = read_params(REPOSITORY / "params.yaml")["systems"][slug]
    model = build_model(System.model_validate(settings), 20, 20)
    return [name for name, _ in model.named_parameters() if ".score." in name]


@pytest.fixture
def papers(tmp_path) -> Path:
    folder = tmp_path / "papers"
    shutil.copytree(PAPERS, folder)
    return folder


def edited(papers: Path, old: str, new: str, name="02.toml") -> str:
    """The refusal of a claim in which ``old`` was replaced."""
    path = papers / name
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(Refusal) as refusal:
        read_claims(papers)
    return str(refusal.value)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("id = 2", "id = 3", "two claims have the number 3"),
        ("above = 0.0", "abvoe = 0.0", "Extra inputs"),
        ("above = 0.0\n", "", "exactly one of above, below and within"),
        ("above = 0.0", 'above = "much"', "number"),
        ('kind = "bleu difference"', 'kind = "taste"', "taste"),
        ('baseline = "encdec-50"', "", "baseline"),
        ("id = 2", "id = ", "not sound TOML"),
        ('statement = "', 'remark = "', "statement"),
    ],
)
def test_an_unsound_claim_is_refused(papers, old, new, told):
    message = edited(papers, old, new)
    assert told in message
    assert "papers" in message


def test_a_claim_without_a_criterion_is_refused_by_the_stage(papers, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    write_params(["search-50"], [1])
    text = (papers / "02.toml").read_text(encoding="utf-8")
    (papers / "02.toml").write_text(text[: text.index("[[criterion]]")], encoding="utf-8")
    monkeypatch.setattr(reading.read_claims, "__defaults__", (papers,))
    Path("runs/judge").mkdir(parents=True)
    Path("runs/judge/claims.json").write_text("old", encoding="utf-8")
    with pytest.raises(SystemExit) as ended:
        run_stage("judge")
    assert ended.value.code == 2
    assert "02.toml: no criterion" in capsys.readouterr().err
    assert not Path("runs/judge/claims.json").exists()
