"""Forked processes that start fast: what one of them had to import, the next finds imported.

For scripts that tests run: to fork is safe only where no threads run.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress


def import_too(names: Iterable[str]) -> None:
    """Import modules by name, those that can be."""
    for name in names:
        with suppress(Exception):  # some are made by hand, in no file
            importlib.import_module(name)


def undisturbed(work: Callable[[], None]) -> None:
    """Run ``work`` to its end in a child, whose imports are then made here, too."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        before, code = set(sys.modules), 1
        try:
            work()
            os.write(writing, "\n".join(sys.modules.keys() - before).encode())
            code = 0
        finally:
            os._exit(code)
    os.close(writing)
    with open(reading, encoding="utf-8") as names:
        found = names.read().splitlines()
    assert os.waitpid(child, 0)[1] == 0
    import_too(found)
