"""Ctrl-C and SIGTERM end training at once, with a code that nobody takes for success.

Lightning by itself lets a terminated run end with code 0 when the signal comes late, and after
Ctrl-C leaves the process deaf to it.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class Interruption:
    """Which signal came, if one did."""

    def __init__(self, name: str, say: Callable[[str], None]) -> None:
        self._name, self._say = name, say
        self._exit_code: int | None = None

    def arrive(self, number: int, frame: object) -> None:
        """Signal handler: remember the signal and leave."""
        self._exit_code = 128 + number
        self._say(
            f"{self._name}: stopped by {signal.Signals(number).name}; the same command goes on"
        )
        raise SystemExit(self._exit_code)

    def check(self) -> None:
        """Leave, if a signal came and what it raised was lost (in a destructor, say)."""
        if self._exit_code is not None:
            raise SystemExit(self._exit_code)


@contextmanager
def interruptible(name: str, say: Callable[[str], None]) -> Iterator[Interruption]:
    """Handle both signals while the block runs; exit code 128 + the signal's number (130, 143).

    ``say`` tells the user which came to ``name``.
    """
    interruption = Interruption(name, say)
    if threading.current_thread() is not threading.main_thread():
        yield interruption  # only the main thread may set handlers
        return
    numbers = (signal.SIGINT, signal.SIGTERM)
    before = {number: signal.signal(number, interruption.arrive) for number in numbers}
    try:
        yield interruption
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
