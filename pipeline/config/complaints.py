"""What is wrong with a section, a line for each wrong key: path, value found, what is allowed."""

from __future__ import annotations

import json
import reprlib
from collections.abc import Sequence

from pydantic import BaseModel, ValidationError

from pipeline.config.allowed import in_words, schema_at
from pipeline.config.nearest import nearest, suggestion
from pipeline.config.section import SLUG_IN_WORDS

OF_THE_NAME = "[key]"
"""Ends a location, in pydantic's errors, where the user's own name of an entry is at fault."""
SHOWN = 60
"""Characters of a wrong value that a message shows."""


def complaints(section: str, schema: type[BaseModel], error: ValidationError) -> list[str]:
    """Return one line for each error of ``section`` (its full name, "" for the whole file)."""
    whole = schema.model_json_schema()
    problems = error.errors(include_url=False)
    meant = {_meant(problem["loc"], whole) for problem in problems if _unknown(problem)}
    lines: dict[str, str] = {}
    for problem in problems:
        if problem["type"] == "missing" and problem["loc"] in meant:
            continue  # said by the line about the name that was written instead
        path = key_path(section, [step for step in problem["loc"] if step != OF_THE_NAME])
        lines.setdefault(path, f"{path}: {_complaint(problem, whole)}")
    return list(lines.values())


def key_path(section: str, steps: Sequence[str | int]) -> str:
    """Return a setting's full name as a user would write it: ``experiment.seeds[1]``."""
    path = section
    for step in steps:
        path += f"[{step}]" if isinstance(step, int) else f".{step}" if step else '.""'
    return path.removeprefix(".")


def shown(value: object) -> str:
    """Return a wrong value as it stands in YAML (text in quotes), shortened."""
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):  # a date, a key that is a list, a loop
        text = reprlib.repr(value)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}..."


def _complaint(problem: dict, whole: dict) -> str:
    steps = problem["loc"]
    if steps and steps[-1] == OF_THE_NAME:
        return f"this name is not allowed; allowed: {SLUG_IN_WORDS}"
    if _unknown(problem):
        return f"no such setting; {suggestion(steps[-1], _names_beside(steps, whole))}"
    here = schema_at(whole, steps)
    allowed = f"allowed: {in_words(here, whole)}" if here else problem["msg"]
    if problem["type"] == "missing":
        return f"missing; {allowed}" if here else "missing"
    return f"{shown(problem['input'])} is not allowed; {allowed}"


def _unknown(problem: dict) -> bool:
    return problem["type"] in ("extra_forbidden", "invalid_key")


def _meant(steps: tuple, whole: dict) -> tuple:
    """The location of the setting that an unknown name probably stands for."""
    return (*steps[:-1], nearest(steps[-1], _names_beside(steps, whole)))


def _names_beside(steps: tuple, whole: dict) -> list[str]:
    return list((schema_at(whole, steps[:-1]) or {}).get("properties", ()))
