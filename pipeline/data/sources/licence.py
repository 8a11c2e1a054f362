"""The licence of a dataset in the hub's layout, as the head of its README.md states it."""

from __future__ import annotations

from pathlib import Path

from pipeline.data.sources.quoting import one_line

NOT_STATED = "not stated"
LARGEST_HEAD = 200_000
"""Bytes of README.md that are looked at: the head comes first."""
_RULE = b"---"


def stated_licence(folder: Path) -> str:
    """What ``license`` (and ``license_name``) say in the YAML between the first two ``---`` lines.

    NOT_STATED where there is no such file, head or entry, or it is no text: a dataset without a
    licence, or with a broken README, is read all the same.
    """
    head = _head(folder / "README.md")
    if head is None:
        return NOT_STATED
    from ruamel.yaml import YAML
    from ruamel.yaml.error import YAMLError

    try:
        entries = YAML(typ="safe", pure=True).load(head)
    except (YAMLError, ValueError, RecursionError):
        return NOT_STATED
    if not isinstance(entries, dict):
        return NOT_STATED
    named = [*_texts(entries.get("license")), *_texts(entries.get("license_name"))]
    return one_line(", ".join(named), longest=200) or NOT_STATED


def _head(readme: Path) -> bytes | None:
    try:
        with open(readme, "rb") as file:
            lines = file.read(LARGEST_HEAD).removeprefix(b"\xef\xbb\xbf").splitlines()
    except OSError:
        return None
    if not lines or lines[0].rstrip() != _RULE:
        return None
    ends = (number for number, line in enumerate(lines[1:], start=1) if line.rstrip() == _RULE)
    end = next(ends, None)
    return None if end is None else b"\n".join(lines[1:end])


def _texts(value: object) -> list[str]:
    """A text or a list of texts as a list; nothing of anything else."""
    found = value if isinstance(value, list) else [value]
    return [text for text in found if isinstance(text, str) and text.strip()]
