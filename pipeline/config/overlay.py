"""Changing params.yaml by an overlay: a smaller file with the same shape, laid over it.

The text of params.yaml keeps its comments, its order and its quotes.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path

from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedSeq
from ruamel.yaml.error import YAMLError
from ruamel.yaml.representer import RoundTripRepresenter

from pipeline.config.bounds import refuse_outsize
from pipeline.config.nearest import suggestion
from pipeline.config.read import read_params
from pipeline.config.whole import check_whole
from pipeline.refusal import Refusal


class _Representer(RoundTripRepresenter):
    """Writes an absent value as ``null``: a bare ``key:`` reads as if something were missing."""


_Representer.add_representer(
    type(None), lambda writer, _: writer.represent_scalar("tag:yaml.org,2002:null", "null")
)


def overlaid(params: Path, changes: Sequence[dict]) -> str:
    """Return the text of ``params`` with ``changes`` laid over it, one after the other.

    Raises Refusal where the file, or what comes out, is not allowed.
    """
    refuse_outsize(params)
    read_params(params)  # whatever is wrong with the file itself is said first, with its line
    yaml = YAML(typ="rt")
    yaml.Representer = _Representer
    yaml.preserve_quotes = True
    yaml.width = 4096  # no line is broken that was one
    content = yaml.load(params.read_text(encoding="utf-8-sig"))
    for change in changes:
        _lay_over(content, change, "")
    text = io.StringIO()
    yaml.dump(content, text)
    # Read again, since only plain values can be checked strictly.
    check_whole(YAML(typ="safe", pure=True).load(text.getvalue()), params)
    return text.getvalue()


def setting(text: str) -> dict:
    """Return ``key.of.a.setting=value`` as an overlay; the value is read as YAML.

    Raises Refusal where ``text`` has no such form.
    """
    path, equals, value = text.partition("=")
    if not equals or not all(path.split(".")):
        raise Refusal(f"{text!r} is no setting; write key=value, such as decoding.beam=3")
    try:
        change = YAML(typ="safe", pure=True).load(value)
    except YAMLError:
        raise Refusal(f"{path}: {value!r} is not valid YAML") from None
    for name in reversed(path.split(".")):
        change = {name: change}
    return change


def _lay_over(content: dict, change: dict, path: str) -> None:
    for name, value in change.items():
        here = f"{path}.{name}".removeprefix(".")
        if isinstance(value, dict) and isinstance(content.get(name), dict):
            _lay_over(content[name], value, here)
        elif name in content or path == "systems":  # a system may be new, if it is complete
            content[name] = _written(value)
        else:
            raise Refusal(f"{here}: no such setting; {suggestion(name, content)}")


def _written(value: object) -> object:
    """A list as it stands in params.yaml, on one line."""
    if not isinstance(value, list):
        return value
    line = CommentedSeq(value)
    line.fa.set_flow_style()
    return line
