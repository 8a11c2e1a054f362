"""Random values in place of every setting: what is wrong with them is said in our own words.

Whatever YAML can hold stands once for every setting, section and item; the library that checks
types has words of its own, which name no allowed value and which nobody should meet.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator
from copy import deepcopy

from hypothesis import given, settings
from hypothesis import strategies as st
from test_wrong_settings import COMMITTED, lines

OURS = re.compile(
    r"^[^\n]*: ([^\n]*; allowed: [^\n]+|no such setting; [^\n]+|missing; [^\n]+|"
    r"this name is not allowed; [^\n]+)$"
)
THEIRS = (
    "Input should",
    "Extra inputs",
    "Keys should",
    "Unable to",
    "Value error",
    "valid string",
    "should have at",
    "should match",
    "pydantic",
)
"""What the messages of the library that checks types begin with, or have in them."""


def places(content: dict, path: tuple = ()) -> Iterator[tuple]:
    """The path of everything in ``content``, sections and items of lists too."""
    for key, value in content.items() if isinstance(content, dict) else enumerate(content):
        yield (*path, key)
        if isinstance(value, dict | list):
            yield from places(value, (*path, key))


PLACES = [path for path in places(COMMITTED) if path[0] != "systems" or path[1:2] == ("search-50",)]
KEYS = st.one_of(st.text("a-1 ", max_size=4), st.integers(-1, 2), st.booleans(), st.none())
PLAIN = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 3),
    st.integers(),
    st.floats(),
    st.sampled_from(["", "a.csv", "../a", "bible-de-en", "files", "hub", "search-50", "reports"]),
    st.text("aZ-/.1 \u00e9\n\0", max_size=6),
    st.binary(max_size=3),
    st.just(datetime.date(2020, 2, 3)),
    st.just(datetime.datetime(2020, 2, 3, 4, 5, tzinfo=datetime.UTC)),
)
VALUES = st.recursive(
    PLAIN,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(KEYS, inner, max_size=3)),
    max_leaves=5,
)


def told(path: tuple, value: object) -> list[str]:
    """What is said of the committed settings with ``value`` at ``path``."""
    content = deepcopy(COMMITTED)
    inside = content
    for step in path[:-1]:
        inside = inside[step]
    inside[path[-1]] = value
    return lines(content)


@given(st.sampled_from(PLACES), VALUES)
@settings(deadline=None, max_examples=400, derandomize=True)
def test_any_value_anywhere_is_told_in_our_own_words(path, value):
    for line in told(path, value):
        assert OURS.match(line), line
        assert not [words for words in THEIRS if words in line], line


@given(st.sampled_from([path for path in PLACES if path[-1] != 0]), KEYS, VALUES)
@settings(deadline=None, max_examples=150, derandomize=True)
def test_any_name_beside_the_right_ones_is_told_in_our_own_words(path, name, value):
    for line in told((*path[:-1], name), value) if isinstance(path[-1], str) else ():
        assert OURS.match(line), line
        assert not [words for words in THEIRS if words in line], line
