"""Reports of invented experiments, each built once for all tests."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from .browser import Browser, chromium
from .explorer_page import write_page
from .fixture.params import SEVENTEEN, params
from .fixture.runs import write_run
from .fixture.workspace import write_workspace
from .rendering import render

NOTE = "A trial: <b>nothing</b> here | means anything"
CAPTION = "Captioned <i>so</i> & no other"


@pytest.fixture(scope="session")
def four(tmp_path_factory) -> Path:
    """A workspace with the report of four systems and one seed; not to be changed."""
    workspace = tmp_path_factory.mktemp("four")
    content = params()
    content["report"]["note"] = NOTE
    content["report"]["captions"]["bleu_by_length"] = CAPTION
    write_workspace(workspace, content)
    render(workspace)
    return workspace


@pytest.fixture(scope="session")
def again(four: Path, tmp_path_factory) -> Path:
    """A copy rendered anew beside what must not matter: other runs, stale files, another report."""
    workspace = tmp_path_factory.mktemp("again") / "workspace"
    shutil.copytree(four, workspace)
    reports = workspace / "reports"
    (reports / "figures" / "stale.svg").write_text("old")
    (reports / "tables" / "clock" / "stale.csv").write_text("old")
    (reports / "tables" / "gone").mkdir()
    (reports / "tables" / "gone" / "stale.csv").write_text("old")
    (reports / "three-seeds" / "figures").mkdir(parents=True)
    (reports / "three-seeds" / "figures" / "kept.svg").write_text("other")
    (reports / "three-seeds" / "report.md").write_text("other")
    content = params(("search-50",))
    for slug, seed in (("ghost-50", 1), ("search-50", 77)):
        system = content["systems"]["search-50"]
        write_run(workspace, slug, seed, system, [], content["training"])
    render(workspace)
    return workspace


@pytest.fixture(scope="session")
def seventeen(tmp_path_factory) -> Path:
    """A workspace with the report of seventeen systems with two seeds each."""
    workspace = tmp_path_factory.mktemp("seventeen")
    content = params(SEVENTEEN, (1, 2))
    content["evaluation"]["bucket_minimum"] = 81  # more than the test set has
    write_workspace(workspace, content)
    render(workspace)
    return workspace


@pytest.fixture(scope="session")
def alone(tmp_path_factory) -> Path:
    """A workspace with the report of a single system, which does not attend."""
    workspace = tmp_path_factory.mktemp("alone")
    write_workspace(workspace, params(("encdec-50",)))
    render(workspace)
    return workspace


@pytest.fixture
def copied(alone: Path, tmp_path: Path) -> Path:
    """A copy of that workspace to change."""
    workspace = tmp_path / "copied"
    shutil.copytree(alone, workspace)
    return workspace


@pytest.fixture(scope="session")
def opened():
    """A browser, whatever it shows."""
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="session")
def written(tmp_path_factory) -> Path:
    """The page with the known weights; not to be changed."""
    return write_page(tmp_path_factory.mktemp("page"))


@pytest.fixture
def browser(opened: Browser, written: Path) -> Browser:
    """That page in the browser, fresh."""
    opened.resize(1280, 1000)
    opened.emulate()
    opened.open(written)
    opened.complaints()
    return opened
