"""The check before any scoring: two lists of sentences that answer each other, one for one."""

from __future__ import annotations

from collections.abc import Sequence


def require_parallel(hypotheses: Sequence, references: Sequence) -> None:
    """Raise ValueError unless both lists hold the same number of sentences, at least one.

    sacrebleu pairs them with ``zip``, which would silently score the shorter list only. A string
    in the place of a list would be scored letter by letter.
    """
    if isinstance(hypotheses, str) or isinstance(references, str):
        raise ValueError("a string was given where a list of sentences is needed")
    if len(hypotheses) != len(references):
        raise ValueError(
            f"{len(hypotheses)} hypotheses but {len(references)} references: "
            "there must be one of each for every test sentence"
        )
    if len(hypotheses) == 0:
        raise ValueError("no sentence to score")
