"""Work that is ended by signals at seeded moments, and started again until it is done.

For scripts that tests run, since it forks: from a process that has imported everything, for the
sake of speed.
"""

from __future__ import annotations

import os
import random
import signal
import sys
from collections.abc import Callable

Moment = Callable[[], None]
SIGNALS = (signal.SIGKILL, signal.SIGKILL, signal.SIGKILL, signal.SIGTERM)


def until_done(work: Callable[[Moment], None], seed: int, moments: int) -> list[str]:
    """Run ``work`` until it ends by itself; return the signals that ended it before, in order.

    Each comes at one of the first ``moments``, not at the first two, so that every run gets on.
    Just before and just after a file gets its final name are moments: between them nothing changes
    on the disk but files that have no final name yet. More of them are wherever ``work`` calls what
    it is given.
    """
    chance, signals = random.Random(seed), []
    while True:
        number = chance.choice(SIGNALS)
        if not ended_by_signal(work, chance.randrange(2, moments), number):
            return signals
        signals.append(number.name)


def ended_by_signal(
    work: Callable[[Moment], None], moment: float, number: signal.Signals = signal.SIGKILL
) -> bool:
    """Run ``work`` in a child to which a signal is sent at its ``moment``; whether it ended it."""
    child = os.fork()
    if not child:
        _work(work, moment, number)
    _, status = os.waitpid(child, 0)
    code = os.waitstatus_to_exitcode(status)
    assert code in (0, -number, 128 + number), code
    return code != 0


def _work(work: Callable[[Moment], None], moment: float, number: signal.Signals) -> None:
    sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    passed, replace = 0, os.replace

    def pass_by() -> None:
        nonlocal passed
        passed += 1
        if passed == moment + 1:
            os.kill(os.getpid(), number)

    def replacing(*names) -> None:
        pass_by()
        replace(*names)
        pass_by()

    os.replace = replacing
    code = 1
    try:
        work(pass_by)
        code = 0
    except SystemExit as end:
        code = end.code or 0
    finally:
        os._exit(code)
