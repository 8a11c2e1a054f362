"""The nearest right name for a wrong one."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


def nearest(name: object, names: Iterable[str]) -> str | None:
    """Return that of ``names`` which ``name`` was probably meant to be, or None."""
    close = difflib.get_close_matches(str(name), list(names), n=1, cutoff=0.6)
    return close[0] if close else None


def suggestion(name: object, names: Iterable[str]) -> str:
    """Return words that end a complaint about ``name``: the nearest of ``names``, else all."""
    names = list(names)
    if (close := nearest(name, names)) is not None:
        return f"did you mean {close}?"
    return f"allowed: {', '.join(names)}" if names else "nothing is allowed here"
