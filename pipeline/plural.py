"""How many of what, as messages and reports write it: ``1 pair``, ``3,000 pairs``.

The one place where a number and its noun are put together.
"""

from __future__ import annotations


def so_many(number: int, one: str, many: str = "") -> str:
    """Return ``number`` with the noun that goes with it.

    ``many`` is the plural where it is not ``one`` and an s.
    """
    return f"{number:,} {one if number == 1 else many or f'{one}s'}"
