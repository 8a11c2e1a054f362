"""A refusal: what a user can put right, said in one message, without a traceback."""

from __future__ import annotations

import functools
import signal
import sys
from collections.abc import Callable
from contextlib import suppress

from pipeline.full_disk import told
from pipeline.interruption import interruptible

EXIT_CODE = 2
"""Exit code of a stage that was refused for its settings or its input."""

FULL = 1
"""Exit code of a stage that found no room on the disk."""


class Refusal(Exception):
    """Raised with one clear message: what is wrong, where, and what is allowed."""


def refusable(main: Callable[..., None]) -> Callable[..., None]:
    """Wrap a ``main``: what a user can put right is one line on stderr, without a traceback.

    A Refusal ends the process with code 2, a full disk with 1, Ctrl-C with 130, SIGTERM with 143.
    """

    @functools.wraps(main)
    def run(*arguments, **options) -> None:
        with interruptible(lambda how: _say(f"{how}; the same command starts it again")):
            try:
                main(*arguments, **options)
            except Refusal as refusal:
                _say(f"refused: {refusal}")
                raise SystemExit(EXIT_CODE) from None
            except KeyboardInterrupt:  # raised by a library, where no signal came to the handler
                _say("stopped by SIGINT; the same command starts it again")
                raise SystemExit(128 + signal.SIGINT) from None
            except OSError as error:
                message = told(error)
                if message is None:
                    raise
                _say(message)
                raise SystemExit(FULL) from None

    return run


def _say(line: str) -> None:
    with suppress(OSError):  # a log on the full disk
        print(line, file=sys.stderr, flush=True)
