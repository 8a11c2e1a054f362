"""Ctrl-C and SIGTERM end a stage at once, with a code that nobody takes for success.

Python by itself ends at SIGTERM without putting anything away, and shows a traceback for Ctrl-C.
Lightning lets a terminated run end with code 0 when the signal comes late, and after Ctrl-C leaves
the process deaf to it.
"""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import TracebackType


class Interruption:
    """Which signal came, if one did."""

    def __init__(self) -> None:
        self.signal: signal.Signals | None = None

    def arrive(self, number: int, frame: object) -> None:
        """Signal handler: remember the signal and leave.

        Nothing is said from here: what the signal interrupted may be in the midst of a line.
        """
        self.signal = signal.Signals(number)
        self.check()

    def check(self) -> None:
        """Leave, if a signal came and what it raised was lost (in a destructor, say)."""
        if self.signal is not None:
            raise SystemExit(128 + self.signal)


@contextmanager
def interruptible(say: Callable[[str], None]) -> Iterator[Interruption]:
    """Handle both signals while the block runs; exit code 128 + the signal's number (130, 143).

    ``say`` is told at the end that the block was "stopped by SIGTERM". Whatever else the signal
    led to, an error or nothing, the code is the same.
    """
    interruption = Interruption()
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
        if interruption.signal is not None:
            say(f"stopped by {interruption.signal.name}")
            interruption.check()


def _told_shortly(
    kind: type[BaseException], error: BaseException, trace: TracebackType | None
) -> None:
    if not issubclass(kind, KeyboardInterrupt):
        sys.__excepthook__(kind, error, trace)
    elif sys.stderr is not None:
        print("stopped by SIGINT; the same command starts it again", file=sys.stderr)


# From the import on: a stage loads libraries for seconds before it can handle any signal.
sys.excepthook = _told_shortly
