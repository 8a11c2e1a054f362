"""The whole of params.yaml, checked: every section, then the relations between them."""

from __future__ import annotations

from pathlib import Path

from pipeline.config.load import checked, refused
from pipeline.config.params import Params
from pipeline.config.read import PARAMS
from pipeline.config.relations import broken_relations


def check_whole(content: dict, path: Path = PARAMS) -> Params:
    """Return ``content``, read from ``path``, as typed settings.

    Raises Refusal with a line for each wrong key; relations are looked at once every key is right.
    """
    params = checked("", Params, content, path)
    if lines := broken_relations(params, path.parent):
        raise refused(path, lines)
    return params
