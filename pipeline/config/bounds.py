"""A bound on what a settings file may grow to once its aliases are written out.

A few lines of YAML whose aliases hold aliases ("a billion laughs") take more memory than any
computer has as soon as they are checked, shown or merged. Here the file is only gone through,
event by event, and what it would grow to is summed, without anything being built.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError
from ruamel.yaml.events import (
    AliasEvent,
    CollectionEndEvent,
    CollectionStartEvent,
    Event,
    ScalarEvent,
)

from pipeline.refusal import Refusal

MOST = 1_000_000
"""Bytes of a file, and characters and values once its aliases are written out; the committed
settings, the longest there are, have about 30,000."""


def refuse_outsize(path: Path) -> None:
    """Raise Refusal where ``path`` is, or would grow, larger than ``MOST``.

    Says nothing of a file that cannot be read or is no YAML: :func:`read_params` does, with the
    place.
    """
    try:
        size = path.stat().st_size
        if size > MOST:
            raise Refusal(f"{path} has {size:,} bytes; allowed: at most {MOST:,}")
        text = path.read_text(encoding="utf-8-sig")
        line = _outgrown_in(text)
    except (OSError, YAMLError, ValueError, RecursionError):
        return
    if line is not None:
        raise Refusal(
            f"{path}, line {line}, grows beyond {MOST:,} characters once its aliases (*name) are "
            "written out; allowed: values as they are, without aliases"
        )


@lru_cache(maxsize=4)
def _outgrown_in(text: str) -> int | None:
    """As :func:`_outgrown`, of a text; a stage asks many times about one."""
    return _outgrown(YAML(typ="safe", pure=True).parse(text))


def _outgrown(events: Iterable[Event]) -> int | None:
    """The line at which the file outgrows the bound, counted from 1; None where it does not."""
    total = 0
    sizes: dict[str, int] = {}
    opened: list[tuple[str | None, int]] = []
    for event in events:
        if isinstance(event, AliasEvent):
            total += sizes.get(event.anchor, 1)  # 1: inside what it names, a loop
        elif isinstance(event, ScalarEvent):
            size = 1 + len(event.value)
            total += size
            if event.anchor:
                sizes[event.anchor] = size
        elif isinstance(event, CollectionStartEvent):
            opened.append((event.anchor, total))
            total += 1
        elif isinstance(event, CollectionEndEvent):
            anchor, before = opened.pop()
            if anchor:
                sizes[anchor] = total - before
        if total > MOST:
            return event.start_mark.line + 1
    return None
