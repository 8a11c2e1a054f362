"""Reading what earlier stages left, with one clear message where it is not there."""

from __future__ import annotations

import json
from pathlib import Path

from pipeline.refusal import Refusal


def read_json(path: Path) -> dict:
    """The object in a JSON file; Refusal where the file is missing or is not JSON."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise Refusal(
            f"{path} is missing: the report needs the output of every stage before it; "
            "run `dvc repro`"
        ) from None
    except ValueError as error:
        raise Refusal(
            f"{path} is not sound JSON ({error}); delete it and run `dvc repro`"
        ) from None


def read_json_lines(path: Path) -> list[dict]:
    """The objects of a JSON-lines file; Refusal where it is missing or a line is not JSON."""
    if not path.is_file():
        raise Refusal(f"{path} is missing: run `dvc repro`")
    entries = []
    for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), start=1):
        if not line:
            continue
        try:
            entries.append(json.loads(line))
        except ValueError as error:
            raise Refusal(f"{path}, line {number} is not sound JSON ({error})") from None
    return entries
