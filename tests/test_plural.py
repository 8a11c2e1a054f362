"""Numbers and their nouns."""

from __future__ import annotations

import pytest

from pipeline.plural import so_many


@pytest.mark.parametrize(
    ("number", "nouns", "written"),
    [
        (0, ("pair",), "0 pairs"),
        (1, ("pair",), "1 pair"),
        (2, ("pair",), "2 pairs"),
        (3000, ("pair",), "3,000 pairs"),
        (1, ("repeats", "repeat"), "1 repeats"),
        (2850, ("repeats", "repeat"), "2,850 repeat"),
    ],
)
def test_the_noun_goes_with_the_number(number, nouns, written):
    assert so_many(number, *nouns) == written
