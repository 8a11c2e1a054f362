"""A document as one HTML page: no network, figures inside, one script where it has an explorer.

Every text goes through jinja2's automatic escaping or, in the explorer, through JSON that cannot
leave its element, and the page's own policy lets nothing run or load but what stands here: a
sentence of the corpus that is a script tag is shown.
"""

from __future__ import annotations

import base64
import re
from hashlib import sha256
from importlib.resources import files

from jinja2 import Environment, FunctionLoader, StrictUndefined
from markupsafe import Markup

from pipeline.reporting.document import Document, Explorer
from pipeline.reporting.explorer import assets
from pipeline.reporting.output import Output

TEMPLATES = files("pipeline.reporting") / "templates"
_INTERVAL = re.compile(r"[-+]?[\d.,]+ \[[-+]?[\d.,]+, [-+]?[\d.,]+\]( BLEU)?")
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
    explored = any(isinstance(b, Explorer) for one in document.sections for b in one.blocks)
    style = (TEMPLATES / "style.css").read_text(encoding="utf-8")
    style += assets.style() if explored else ""
    script = assets.script() if explored else ""
    return environment.get_template("report.html").render(
        document=document,
        style=Markup(style),
        script=Markup(script),
        policy=policy(style, script),
    )


def policy(style: str, script: str) -> str:
    """What a browser may do with the page: this style, this script, images inside the page.

    The script cannot turn text into HTML either (trusted types). Without a script none may run.
    """
    rules = ["default-src 'none'", "img-src data:", f"style-src '{_hash(style)}'"]
    if script:
        rules.append(f"script-src '{_hash(script)}'")
    rules += ["base-uri 'none'", "form-action 'none'"]
    rules += ["require-trusted-types-for 'script'", "trusted-types 'none'"]
    # Unescaped quotes: the attribute that holds the policy has double ones.
    return Markup("; ".join(rules))


def _hash(text: str) -> str:
    return f"sha256-{base64.b64encode(sha256(text.encode('utf-8')).digest()).decode('ascii')}"


def tied(text: str) -> str:
    """Text whose numbers stay on one line with their intervals, by spaces that do not break."""
    return _INTERVAL.sub(lambda found: found[0].replace(" ", "\u00a0"), text)


def _image(name: str, output: Output) -> str:
    """A figure as a data address."""
    svg, png = output.svg(name), output.png(name)
    small = len(svg) <= IMAGE_LIMIT or len(svg) <= len(png)
    data, media = (svg, "image/svg+xml") if small else (png, "image/png")
    return f"data:{media};base64,{base64.b64encode(data).decode('ascii')}"
