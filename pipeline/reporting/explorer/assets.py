"""The explorer's script and style, as they stand in the page.

The script is plain JavaScript in rooms of its own (``page/*.js``), joined in the order in which
each uses what came before; nothing is compiled or fetched.
"""

from __future__ import annotations

from importlib.resources import files

PAGE = files("pipeline.reporting.explorer") / "page"
SCRIPTS = (
    "data.js",
    "element.js",
    "links.js",
    "told.js",
    "words.js",
    "matrix.js",
    "table.js",
    "pane.js",
    "sentences.js",
    "keyboard.js",
    "start.js",
)


def script() -> str:
    """The whole script, a module."""
    return "\n".join(_read(name) for name in SCRIPTS)


def style() -> str:
    """The style of everything in the explorer."""
    return _read("explorer.css")


def _read(name: str) -> str:
    return (PAGE / name).read_text(encoding="utf-8")
