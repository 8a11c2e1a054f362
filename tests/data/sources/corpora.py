"""Settings of a corpus in a folder of the test's own, and what is read with them."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from data.workspace import REPOSITORY
from pipeline.config.corpus import Corpus
from pipeline.config.read import read_params
from pipeline.data.pairs import Pair
from pipeline.data.sources.origin import fetch


class Read(NamedTuple):
    pairs: list[Pair]
    provenance: dict

    @property
    def texts(self) -> list[tuple[str, str]]:
        return [(pair.source, pair.target) for pair in self.pairs]

    @property
    def found(self) -> dict[str, int]:
        return {one["what"]: one["count"] for one in self.provenance["findings"]}


def corpus(source: str, **changes: object) -> Corpus:
    """The repository's settings of a corpus, with ``changes`` in its sub-section ``source``."""
    content = read_params(REPOSITORY / "params.yaml")["corpus"]
    content |= {"source": source, "name": "mine", "group_pairs": 1}
    content[source] |= changes
    return Corpus.model_validate(content)


def read(source: str, **changes: object) -> Read:
    """Everything that the source gives; files lie in ``corpora`` of the current folder."""
    pairs, provenance = fetch(corpus(source, **changes))
    return Read(list(pairs), provenance)


def write(name: str, content: str | bytes) -> str:
    """Write a file into ``corpora``; return its name."""
    path = Path("corpora", name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode("utf-8") if isinstance(content, str) else content)
    return name
