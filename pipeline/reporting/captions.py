"""A caption from params.yaml as it stands under a figure."""

from __future__ import annotations

from pipeline.reporting.document import Sentence, Strong


def captioned(caption: str) -> Sentence:
    """The caption as a sentence of its own, whatever follows it; nothing where it is empty."""
    text = caption.strip()
    if not text:
        return ()
    return (Strong(text if text[-1] in ".!?:" else f"{text}."), " ")
