"""Scripts that put no space between words: what counts as a word there.

Chinese, Japanese, Thai and their like write whole clauses in one run. A tokenizer of words would
make one word of each, of which nearly none is seen twice; with subwords, every piece of such a run
counts as a word: in lengths, alignments and plots.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from pipeline.refusal import Refusal

if TYPE_CHECKING:
    from pipeline.data.splitting import Sentences  # which asks here how long a sentence is


class Script(NamedTuple):
    """A script without spaces; ``word`` is about how many characters a word has, marks counted."""

    name: str
    characters: re.Pattern
    word: float


PUNCTUATION = "punctuation"
"""That of Chinese and Japanese, which stands in a run like its letters; it names no script."""
SCRIPTS = (
    Script("Han", re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af]"), 2),
    Script("Kana", re.compile("[\u3041-\u309f\u30a0-\u30ff\u31f0-\u31ff\uff66-\uff9f]"), 2.5),
    Script("Thai", re.compile("[\u0e00-\u0e7f]"), 5),
    Script("Lao", re.compile("[\u0e80-\u0eff]"), 5),
    Script("Tibetan", re.compile("[\u0f40-\u0fbc]"), 5),
    Script("Myanmar", re.compile("[\u1000-\u109f\ua9e0-\ua9ff\uaa60-\uaa7f]"), 5),
    Script("Khmer", re.compile("[\u1780-\u17dd]"), 5),
    Script(
        PUNCTUATION,
        re.compile("[\u3001-\u3003\u3008-\u3011\u3014-\u301f\uff01-\uff0f\uff1a-\uff1f]"),
        2,
    ),
)
RUN_WORDS = 1.75
"""Text is unspaced where a run holds more words than this on average; segmented text has about 1.

Segmented by hand or by a program, with spaces, such a text is a text in words like any other.
"""
SIDES = ("source", "target")
_FIRST = "\u0e00"
"""No character of these scripts comes before it."""


def characters_by_script(text: str) -> dict[str, int]:
    """Name of each unspaced script that is in ``text`` -> its characters there, marks counted."""
    if max(text, default="") < _FIRST:
        return {}
    counts = ((script.name, len(script.characters.findall(text))) for script in SCRIPTS)
    return {name: count for name, count in counts if count}


def words_within(word: str) -> float:
    """About how many words a run of an unspaced script holds, by its characters; else 0."""
    found = characters_by_script(word)
    return sum(found[script.name] / script.word for script in SCRIPTS if script.name in found)


def length(words: Iterable[str]) -> int:
    """The number of words, a run of an unspaced script counted by its characters."""
    return sum(max(1, round(words_within(word))) for word in words)


def pieces_as_words(
    words: Sequence[str], word_of: Sequence[int], cut: Callable[[int, str], Sequence[str]]
) -> tuple[list[str], list[int]]:
    """Cut the runs among ``words`` into their pieces; return the words then, and each id's word.

    ``word_of`` gives for every id the number of its word; ``cut(number, word)`` the texts of a
    word's ids, which are together the word.
    """
    ids = Counter(word_of)
    found: list[str] = []
    numbers: list[int] = []
    for number, word in enumerate(words):
        rest = [""] * (ids[number] - 1)
        for place, text in enumerate(cut(number, word) if words_within(word) else [word, *rest]):
            # A piece without text belongs to the word before it, or, at the beginning, after it.
            numbers.append(len(found) if text or place == 0 else len(found) - 1)
            found += [text] if text else []
    return found, numbers


class Unspaced:
    """Sentences as they come, one at a time, and which side of them is written without spaces.

    That is known when the sentences were gone through, which can be done once.
    """

    def __init__(self, sentences: Iterable[Sentences]) -> None:
        self._sentences = sentences
        self._runs = dict.fromkeys(SIDES, 0)
        self._words = dict.fromkeys(SIDES, 0.0)
        self._all = dict.fromkeys(SIDES, 0)
        self._letters: dict[str, Counter[str]] = {side: Counter() for side in SIDES}

    def __iter__(self) -> Iterator[Sentences]:
        for one in self._sentences:
            for side, words in (("source", one.source_words), ("target", one.target_words)):
                for word in words:
                    self._count(side, word)
            yield one

    def script(self, side: str) -> str | None:
        """The name of the unspaced script that most runs of this side are in; None elsewhere."""
        runs, words = self._runs[side], self._words[side]
        spaced = self._all[side] - runs
        if words <= RUN_WORDS * runs or words <= spaced:
            return None
        letters = Counter(self._letters[side])
        del letters[PUNCTUATION]
        return letters.most_common(1)[0][0] if letters else None

    @property
    def sides(self) -> tuple[bool, bool]:
        """Whether source and target are written without spaces."""
        return self.script("source") is not None, self.script("target") is not None

    def refuse_words(self, kind: str) -> None:
        """Raise Refusal where ``kind`` is ``word`` and a side is written without spaces."""
        for side in SIDES:
            script = self.script(side)
            if kind == "word" and script is not None:
                within = self._words[side] / self._runs[side]
                raise Refusal(
                    f"tokenizer.kind is word, but the {side} is in {script}, without spaces: a run "
                    f"of its characters holds about {within:.0f} words. Set tokenizer.kind to bpe "
                    "or unigram, which cut such runs into pieces, or put spaces between the words "
                    "of the corpus."
                )

    def _count(self, side: str, word: str) -> None:
        self._all[side] += 1
        within = words_within(word)
        if within:
            self._runs[side] += 1
            self._words[side] += within
            self._letters[side].update(characters_by_script(word))
