"""A claim of the papers as data: where it stands, what it says, and by what it is judged here.

The criteria in ``papers/`` were written before any run with three seeds, any probe, any benchmark
by length and any reference alignment; the scores of the default experiment with one seed were
known. To change one is to change what counts as success: git shows it.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from pipeline.claims.quantity import Quantity, Written

Text = Annotated[str, Field(min_length=1)]


class Condition(Written):
    """One condition of a criterion: a quantity, and where its whole interval must lie.

    ``says`` is the condition in words. Exactly one of ``above``, ``below`` and ``within`` (both
    ends) is given. ``weight`` is ``essential`` where the claim falls with this condition alone,
    ``part`` where it is one of several, ``beside`` where it is shown and not counted (and then it
    may have no threshold at all).
    """

    says: Text
    quantity: Quantity
    weight: Literal["essential", "part", "beside"] = "part"
    above: float | None = None
    below: float | None = None
    within: Annotated[list[float], Field(min_length=2, max_length=2)] | None = None

    @model_validator(mode="after")
    def _one_threshold(self) -> Condition:
        given = sum(one is not None for one in (self.above, self.below, self.within))
        if given > 1 or (given == 0 and self.weight != "beside"):
            raise ValueError("a condition needs exactly one of above, below and within")
        return self

    @property
    def bounds(self) -> tuple[float | None, float | None]:
        """Between what the interval must lie; None where there is no bound."""
        if self.within is not None:
            return self.within[0], self.within[1]
        return self.above, self.below


class Claim(Written):
    """One claim; ``criterion`` was written before the runs that it judges."""

    id: Annotated[int, Field(ge=1)]
    title: Text
    paper: Text
    """Authors and year."""
    place: Text
    """Section, table or figure of the paper."""
    statement: Text
    """What the paper says, in our words."""
    paper_figures: Text
    """What the paper measured, or that it gives no figure."""
    scale: Text
    """What is of another scale or kind here, and what that means for the claim."""
    shown_in: Annotated[list[str], Field(min_length=1)]
    """Sections of the report that show it, the best first."""
    criterion: Annotated[list[Condition], Field(min_length=1)]

    @model_validator(mode="after")
    def _something_counts(self) -> Claim:
        if all(condition.weight == "beside" for condition in self.criterion):
            raise ValueError("no condition of the criterion counts")
        return self
