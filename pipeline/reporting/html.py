"""A document as one HTML page: no script, no network, figures inside.

Every text goes through jinja2's automatic escaping, and the page's own policy forbids scripts and
loading: a sentence of the corpus that is a script tag is shown.
"""

from __future__ import annotations

import base64
import re
from importlib.resources import files

from jinja2 import Environment, FunctionLoader, StrictUndefined
from markupsafe import Markup

from pipeline.reporting.document import Document
from pipeline.reporting.output import Output

TEMPLATES = files("pipeline.reporting") / "templates"
_INTERVAL = re.compile(r"-?[\d.,]+ \[-?[\d.,]+, -?[\d.,]+\]( BLEU)?")
IMAGE_LIMIT = 400_000
"""Bytes above which a figure is put in as an image of points, if that is smaller."""


def html(document: Document, output: Output) -> str:
    """The whole document as HTML."""
    environment = Environment(
        loader=FunctionLoader(lambda name: (TEMPLATES / name).read_text(encoding="utf-8")),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals["image"] = lambda name: _image(name, output)
    environment.filters["tied"] = tied
    environment.globals["kind"] = lambda block: type(block).__name__
    style = Markup((TEMPLATES / "style.css").read_text(encoding="utf-8"))
    return environment.get_template("report.html").render(document=document, style=style)


def tied(text: str) -> str:
    """Text whose numbers stay on one line with their intervals, by spaces that do not break."""
    return _INTERVAL.sub(lambda found: found[0].replace(" ", "\u00a0"), text)


def _image(name: str, output: Output) -> str:
    """A figure as a data address."""
    svg, png = output.svg(name), output.png(name)
    small = len(svg) <= IMAGE_LIMIT or len(svg) <= len(png)
    data, media = (svg, "image/svg+xml") if small else (png, "image/png")
    return f"data:{media};base64,{base64.b64encode(data).decode('ascii')}"
