"""What is counted: words, or the pieces that a tokenizer of subwords makes of them.

The one place that tells the two apart for the whole report.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from pipeline.reporting.inputs import Inputs
from pipeline.reporting.table import Column


class Unit(NamedTuple):
    """One of what is counted, and several."""

    one: str
    many: str

    def said(self, text: str) -> str:
        """``text`` with ``{one}`` and ``{many}`` filled in."""
        return text.format(one=self.one, many=self.many)

    def titled(self, columns: Sequence[Column]) -> tuple[Column, ...]:
        """``columns`` with their titles filled in."""
        return tuple(replace(column, title=self.said(column.title)) for column in columns)


WORD, PIECE = Unit("word", "words"), Unit("piece", "pieces")


def probed(inputs: Inputs) -> Unit:
    """What gradients, erasures and annotations are of: whatever the systems read one by one."""
    return WORD if inputs.settings.tokenizer.kind == "word" else PIECE


def probes_note(inputs: Inputs) -> str:
    """A sentence for the probes on what their positions and distances count; empty for words."""
    if probed(inputs) is WORD:
        return ""
    kind = inputs.settings.tokenizer.kind
    return f"Positions and distances are in {kind} pieces, which the systems read, not in words. "


def lengths_note(inputs: Inputs) -> str:
    """A sentence on what a word is, where a script has no spaces; empty elsewhere."""
    unspaced = inputs.statistics["tokenizer"]["unspaced"]
    sides = [f"the {side} ({script})" for side, script in unspaced.items() if script is not None]
    if not sides:
        return ""
    named, verb = " and ".join(sides), "is" if len(sides) == 1 else "are"
    return (
        f"T{named[1:]} {verb} written without spaces: there every piece counts as a word, in "
        "lengths, alignments and plots. "
    )


def units_note(inputs: Inputs) -> str:
    """What is counted in words and what in pieces; empty where all is in words."""
    if probed(inputs) is WORD:
        return ""
    return (
        "Lengths, alignments and plots are in words, as Moses cuts them; what the probes look at "
        f"are {inputs.settings.tokenizer.kind} pieces. {lengths_note(inputs)}"
    )
