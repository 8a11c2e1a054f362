"""Marks that Moses' detokenizer leaves standing between two spaces, closed up again.

It knows the straight marks of a keyboard only. In English the typographic ones tell by their form
on which side they stand, and the long dash stands between words without a space.
"""

from __future__ import annotations

import re

_OPENING = re.compile(r"(?<=[^\s(\[“‘—-])([“‘])\s")
_OPENING_FREE = re.compile(r"([“‘])\s+")
_CLOSING = re.compile(r"\s+([”’])")
_DASH = re.compile(r"\s*—\s*")


def closed_up(text: str, language: str) -> str:
    """Return English ``text`` with its typographic marks where they belong; others as they are."""
    if language != "en":
        return text
    # The space before an opening mark was put behind it.
    text = _OPENING.sub(r" \1", text)
    text = _OPENING_FREE.sub(r"\1", text)
    return _DASH.sub("—", _CLOSING.sub(r"\1", text))
