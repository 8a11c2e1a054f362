"""Progress of a stage: a live bar with the time left on a terminal, sparse lines in a log."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

LINE_EVERY = 15.0
"""Seconds between two lines where there is no terminal."""


def say(message: str) -> None:
    """One line on stderr saying what the stage does now."""
    print(message, file=sys.stderr, flush=True)


class _Lines:
    """Progress where there is no terminal: a line now and then, never a bar that floods a log."""

    def __init__(self, description: str, total: float, unit: str) -> None:
        self.description, self.total, self.unit = description, total, unit
        self.done = 0.0
        self.started = self.printed = time.monotonic()

    def advance(self, amount: float) -> None:
        self.done += amount
        now = time.monotonic()
        if now - self.printed >= LINE_EVERY:
            self.printed = now
            left = (now - self.started) / max(self.done, 1e-9) * (self.total - self.done)
            say(
                f"{self.description}: {self.done:,.0f} of {self.total:,.0f} {self.unit}, "
                f"about {max(left, 0):.0f} s left"
            )


class _Bar:
    def __init__(self, bar, task) -> None:
        self.bar, self.task = bar, task

    def advance(self, amount: float) -> None:
        self.bar.advance(self.task, amount)


@contextmanager
def progress(description: str, total: float, unit: str) -> Iterator[_Bar | _Lines]:
    """Yield an object whose ``advance(amount)`` shows progress towards ``total`` (in ``unit``)."""
    if not sys.stderr.isatty():
        say(f"{description}: {total:,.0f} {unit}")
        yield _Lines(description, total, unit)
        return
    # Imported here: rich costs a stage that runs without a terminal a tenth of a second.
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn(unit),
        TimeElapsedColumn(),
        TextColumn("left:"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True)) as bar:
        yield _Bar(bar, bar.add_task(description, total=total))


def tracked(items: Iterable, description: str, total: int, unit: str) -> Iterator:
    """Yield from ``items`` while showing progress."""
    with progress(description, total, unit) as shown:
        for item in items:
            yield item
            shown.advance(1)
