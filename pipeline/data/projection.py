"""Right links carried from a corpus's own tokens to the words of the pipeline.

A corpus with links made by hand counts them in tokens of its own; the pipeline cuts the same text
into Moses words. Both are cuts of the same characters, spaces apart, so a token and a word belong
together where they share a character. A link between two tokens becomes a link between every two
words of theirs: ``God's`` and its Greek word give two links, one to ``God`` and one to ``'s``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from pipeline.data.cleaning import clean_text
from pipeline.data.splitting import Sentences

Links = tuple[tuple[int, int], ...]


class Projection:
    """Sentences with their links between words, one at a time, and what was done, counted.

    Links that count words already stay as they are. Where tokens and words are not the same
    characters, the pair loses its links, and they are counted as lost. The counts are whole when
    the sentences were gone through, which can be done once.
    """

    def __init__(self, sentences: Iterable[Sentences]) -> None:
        self._sentences = sentences
        names = ("links", "projected", "lost", "pairs_lost", "word_links")
        self.counts: dict[str, int] = dict.fromkeys(names, 0)

    def __iter__(self) -> Iterator[Sentences]:
        """Yield every sentence; its pair has no tokens of its own any more."""
        for one in self._sentences:
            pair = one.pair
            if pair.source_tokens is not None and pair.target_tokens is not None:
                links = self._counted(pair.alignment or (), _word_links(one))
                pair = pair._replace(alignment=links, source_tokens=None, target_tokens=None)
            yield one._replace(pair=pair)

    def _counted(self, links: Links, word_links: Links | None) -> Links | None:
        self.counts["links"] += len(links)
        if word_links is None:
            self.counts["lost"] += len(links)
            self.counts["pairs_lost"] += 1
        else:
            self.counts["projected"] += len(links)
            self.counts["word_links"] += len(word_links)
        return word_links


def words_of_tokens(tokens: Sequence[str], words: Sequence[str]) -> list[range] | None:
    """For every token the words (from 0) that share a character with it; None where they differ.

    Spaces do not count. A token that is empty has no word.
    """
    solid = ["".join(token.split()) for token in tokens]
    if "".join(solid) != "".join("".join(word.split()) for word in words):
        return None
    word_of = [number for number, word in enumerate(words) for _ in "".join(word.split())]
    found, start = [], 0
    for token in solid:
        end = start + len(token)
        found.append(range(word_of[start], word_of[end - 1] + 1) if token else range(0))
        start = end
    return found


def _word_links(one: Sentences) -> Links | None:
    pair = one.pair
    # The text was cleaned: so are its tokens, or they would not be the same characters.
    source = words_of_tokens([clean_text(some) for some in pair.source_tokens], one.source_words)
    target = words_of_tokens([clean_text(some) for some in pair.target_tokens], one.target_words)
    if source is None or target is None:
        return None
    links = ((source[left], target[right]) for left, right in pair.alignment or ())
    return tuple(sorted({link for words in links for link in product(*words)}))
