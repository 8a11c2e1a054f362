"""The explorer's content as JSON that is safe inside a script element of the page."""

from __future__ import annotations

import json
from collections.abc import Sequence

from pipeline.reporting.explorer.content import Explored, Written
from pipeline.reporting.explorer.weights import packed

_ESCAPED = str.maketrans({mark: f"\\u{ord(mark):04x}" for mark in "<>&\u2028\u2029"})
"""Without "<" no sentence can end the element or open a comment in it."""


def embedded(
    systems: Sequence[str], start: Sequence[str], first: str, sentences: Sequence[Explored]
) -> str:
    """JSON in ASCII: the names of all ``systems``, those shown at ``start``, the sentences.

    ``first`` is the id of the sentence shown at the start.

    The weights are one text for all: of each sentence, of each of its systems that attends, row
    by row; their shapes follow from ``rows`` and the sentence's words.
    """
    content = {
        "systems": list(systems),
        "start": list(start),
        "first": [one.id for one in sentences].index(first),
        "sentences": [_sentence(one) for one in sentences],
        "weights": packed(
            written.weights
            for one in sentences
            for written in one.written
            if written.weights is not None
        ),
    }
    return json.dumps(content, separators=(",", ":")).translate(_ESCAPED)


def _sentence(one: Explored) -> dict:
    return {
        "id": one.id,
        "words": one.words,
        "source": one.source,
        "reference": one.reference,
        "written": [_written(written) for written in one.written],
    }


def _written(written: Written) -> dict:
    entry: dict = {"words": written.words, "bleu": round(written.bleu, 1)}
    if written.weights is not None:
        entry |= {"rows": len(written.weights), "hard": written.hard}
    return entry
