"""A refusal: what a user can put right, said in one message, without a traceback."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable

EXIT_CODE = 2
"""Exit code of a stage that was refused for its settings or its input."""

INTERRUPTED = 130
"""Exit code after Ctrl-C, as shells have it."""


class Refusal(Exception):
    """Raised with one clear message: what is wrong, where, and what is allowed."""


def refusable(main: Callable[..., None]) -> Callable[..., None]:
    """Wrap a ``main``: a Refusal is printed and ends the process with code 2, Ctrl-C with 130."""

    @functools.wraps(main)
    def run(*arguments, **options) -> None:
        try:
            main(*arguments, **options)
        except Refusal as refusal:
            print(f"refused: {refusal}", file=sys.stderr)
            raise SystemExit(EXIT_CODE) from None
        except KeyboardInterrupt:
            print("interrupted; the same command starts it again", file=sys.stderr)
            raise SystemExit(INTERRUPTED) from None

    return run
