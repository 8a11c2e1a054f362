"""What one needs to reproduce it: deviations, signatures, commands, settings, environment."""

from __future__ import annotations

import json

from pipeline.config.params import Params
from pipeline.reporting.deviations import deviations
from pipeline.reporting.document import (
    Bullets,
    Code,
    Link,
    Listing,
    Paragraph,
    Place,
    Section,
    Sentence,
    TableBlock,
)
from pipeline.reporting.inputs import Inputs
from pipeline.reporting.output import Output
from pipeline.reporting.settings import Settings
from pipeline.reporting.table import Column, Table

COMMANDS = """\
git checkout {commit}
pip install -e .          # the library and all it needs
# params.yaml as under "Settings as they were resolved"
dvc repro                 # everything, from the corpus to this report
dvc repro report          # this report again, after an edit under `report` in params.yaml
dvc params diff           # what was changed since the last commit
"""

PARTS: Sentence = (
    "Beside what follows: the ",
    Link("data card", "data_card.md"),
    " and the ",
    Link("model card", "model_card.md"),
    "; run times and memory under ",
    Place("Cost", "cost", "Cost"),
    "; every number, with the resolved settings and the environment, in ",
    Link("results.json", "results.json"),
    ".",
)


def making(inputs: Inputs, output: Output, environment: dict) -> Section:
    """The section that closes the report."""
    table = deviations(inputs.settings, inputs.statistics)
    signatures = [
        (f"{name}: ", Code(signature)) for name, signature in inputs.scores.signatures.items()
    ]
    return Section(
        "making",
        "Reproduce the paper: how this was made",
        (
            Paragraph(PARTS),
            TableBlock(output.table(table)),
            Paragraph(("Signatures of the scores:",)),
            Bullets(tuple(signatures)),
            Listing("Commands", _commands(environment), "sh"),
            Listing("Settings as they were resolved", settings_text(inputs.settings), "yaml"),
            TableBlock(
                Table(
                    "environment",
                    "Environment (differs from machine to machine)",
                    (Column("what", "What"), Column("value", "Value")),
                    _environment_rows(environment),
                ),
                filed=False,
            ),
        ),
    )


def _commands(environment: dict) -> str:
    git = environment["git"]
    return COMMANDS.format(commit="main" if git is None else git["commit"])


def settings_text(settings: Settings) -> str:
    """Every setting that this report rests on, as YAML."""
    lines = []
    for section, content in settings_plain(settings).items():
        lines += [f"{section}:", *_yaml(content, "  ")]
    return "\n".join(lines) + "\n"


def settings_plain(settings: Settings) -> dict:
    """The sections of params.yaml as plain values; systems not in the experiment are left out."""
    names = [name for name in Params.model_fields if name != "systems"]
    plain = {name: getattr(settings, name).model_dump() for name in names}
    plain["systems"] = {slug: system.model_dump() for slug, system in settings.systems.items()}
    return plain


def _yaml(content: dict, indent: str) -> list[str]:
    """Plain values as YAML: JSON is YAML, so that texts and lists are written as JSON."""
    lines = []
    for key, value in content.items():
        if isinstance(value, dict):
            lines += [f"{indent}{key}:", *_yaml(value, indent + "  ")]
        else:
            lines.append(f"{indent}{key}: {json.dumps(value, ensure_ascii=False)}")
    return lines


def _environment_rows(environment: dict) -> list[tuple[str, str]]:
    git = environment["git"]
    commit = "not in a git repository"
    if git is not None:
        commit = git["commit"] + (" and changes not committed" if git["changed"] else "")
    packages = ", ".join(
        f"{name} {version}" for name, version in environment["packages"].items() if version
    )
    return [
        ("Python", environment["python"]),
        ("Platform", environment["platform"]),
        ("Processors", str(environment["processors"])),
        ("Packages", packages),
        ("Commit", commit),
    ]
