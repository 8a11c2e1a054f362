"""What a library says of a broken file, fit for one line of a message."""

from __future__ import annotations


def one_line(said: object, longest: int = 300) -> str:
    """``said`` as text on one line, without the control characters that it may quote of a file.

    A terminal would obey some of those.
    """
    text = " ".join(str(said).split())
    return "".join(letter if letter.isprintable() else "?" for letter in text)[:longest]
