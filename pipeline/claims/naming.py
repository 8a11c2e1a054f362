"""What a figure is called beside its number, so that number and sentence agree."""

from __future__ import annotations

from typing import NamedTuple

from pipeline.claims.quantity import (
    AerExcess,
    AlignmentShape,
    BleuChange,
    BleuDifference,
    ProbeFigure,
    Quantity,
    TimeRatio,
)


class Name(NamedTuple):
    """``signed``: whether the number is a change or a difference, and so carries its sign."""

    word: str
    signed: bool = False


DIFFERENCE = Name("difference", signed=True)
SHAPES = {
    "crossing": Name("share of pairs that cross"),
    "largest_weight": Name("mean largest weight"),
    "entropy": Name("mean entropy"),
    "backward": Name("share of steps"),
}
FIGURES = {
    "path_length.measures.decay": Name("slope", signed=True),
    "context.measures.translation_difference": DIFFERENCE,
    "erasure.measures.tau_attention_change": Name("rank correlation", signed=True),
    "erasure.measures.attention_over_random": DIFFERENCE,
}


def name_of(quantity: Quantity) -> Name:
    """The name of what was measured; of a figure that has none here, its key in words."""
    match quantity:
        case BleuDifference() | AerExcess():
            return DIFFERENCE
        case BleuChange():
            return Name("change" if quantity.baseline is None else "change in the lead", True)
        case TimeRatio():
            longer = quantity.from_source_length is not None
            return Name("growth of the ratio" if longer else "ratio of times")
        case AlignmentShape():
            return SHAPES.get(quantity.measure) or _in_words(quantity.measure)
        case ProbeFigure():
            found = FIGURES.get(quantity.figure) or _in_words(quantity.figure.split(".")[-1])
            return found if quantity.baseline is None else _difference_of(found)


def _in_words(key: str) -> Name:
    return Name(key.replace("_", " "))


def _difference_of(name: Name) -> Name:
    return Name(f"difference of the {name.word}s", signed=True)
