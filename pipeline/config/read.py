"""Reading params.yaml: the one loader, so that no two readers see different values in a file.

YAML 1.2, as DVC reads it: ``1e-3`` is a number and ``on`` is text. Nothing but plain values is
made from a file, a key that stands twice is refused, and so is whatever is not one mapping.
"""

from __future__ import annotations

from copy import deepcopy
from functools import lru_cache
from pathlib import Path

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError

from pipeline.config.bounds import refuse_outsize
from pipeline.refusal import Refusal

PARAMS = Path("params.yaml")
"""Relative to the workspace, in which every stage runs."""


def read_params(path: Path = PARAMS) -> dict:
    """Return the whole of ``path`` as plain values.

    Raises Refusal where the file is absent, far too large, not UTF-8, not YAML (with the line), has
    a key twice, or is not a mapping of sections.
    """
    refuse_outsize(path)
    try:
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise Refusal(
            f"{path} is not here ({Path.cwd()}); run in the folder that holds it"
        ) from None
    except OSError as error:
        raise Refusal(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise Refusal(f"{path} is not UTF-8 text: byte {error.start} ({error.reason})") from None
    try:
        content = deepcopy(_parsed(text))  # who asks may change what it is given
    except MarkedYAMLError as error:
        raise Refusal(f"{path}{_place(error)} is not valid YAML: {_problem(error)}") from None
    except (YAMLError, ValueError) as error:  # ValueError: a date such as 2020-13-45
        raise Refusal(f"{path} is not valid YAML: {_first_line(error)}") from None
    except RecursionError:
        raise Refusal(f"{path} is not valid YAML: nested too deeply") from None
    if not isinstance(content, dict):
        raise Refusal(f"{path} holds no settings; allowed: sections such as `corpus:`, indented")
    return content


@lru_cache(maxsize=4)
def _parsed(text: str) -> object:
    """A third of a second for the committed settings, which a stage reads up to twenty times."""
    # A reader of its own for each text: a %YAML directive would stay with a shared one.
    return YAML(typ="safe", pure=True).load(text)


def _place(error: MarkedYAMLError) -> str:
    mark = error.problem_mark or error.context_mark
    return f", line {mark.line + 1}, column {mark.column + 1}," if mark else ""


def _problem(error: MarkedYAMLError) -> str:
    """The parser's own words, the kind of structure it was in and what it met there."""
    parts = [error.context, error.problem]
    return ", ".join(" ".join(part.split()) for part in parts if part) or _first_line(error)


def _first_line(error: Exception) -> str:
    return str(error).strip().splitlines()[0]
