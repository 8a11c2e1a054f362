"""One section of params.yaml, checked.

This file knows no section: a stage names the classes of the sections that it uses, and so depends
on the files of those alone.
"""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from pipeline.config.complaints import complaints
from pipeline.config.nearest import suggestion
from pipeline.config.read import PARAMS, read_params
from pipeline.refusal import Refusal

S = TypeVar("S", bound=BaseModel)


def load_section(name: str, schema: type[S], path: Path = PARAMS) -> S:
    """Return section ``name`` of params.yaml in the workspace, and look at no other section.

    A dotted name reaches into a section: ``load_section("systems.search-50", System)``.
    Raises Refusal, a line for each wrong key, where the section is not as ``schema`` says.
    """
    content: object = read_params(path)
    reached = ""
    for step in name.split("."):
        if not isinstance(content, dict) or step not in content:
            names = [str(key) for key in content] if isinstance(content, dict) else []
            reached = f"{reached}.{step}".removeprefix(".")
            raise refused(path, [f"{reached}: missing; {suggestion(step, names)}"])
        content, reached = content[step], f"{reached}.{step}".removeprefix(".")
    return checked(name, schema, content, path)


def checked(name: str, schema: type[S], content: object, path: Path = PARAMS) -> S:
    """Return ``content`` as ``schema``, or raise a Refusal with a line for each wrong key."""
    try:
        return schema.model_validate(content)
    except ValidationError as error:
        raise refused(path, complaints(name, schema, error)) from None


def refused(path: Path, lines: list[str]) -> Refusal:
    """Return the one Refusal that says all ``lines``, each about one key of ``path``."""
    if len(lines) == 1:
        return Refusal(f"{path}: {lines[0]}")
    return Refusal(f"{path} has {len(lines)} wrong settings:\n  " + "\n  ".join(lines))
