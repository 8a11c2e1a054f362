"""The one place that turns ``corpus.source`` into pairs."""

from __future__ import annotations

from collections.abc import Iterable

from pipeline.config.corpus import Corpus
from pipeline.data.pairs import Pair
from pipeline.data.sources import bible_de_en, bible_grc_en, files, hub, synthetic
from pipeline.refusal import Refusal


def fetch(corpus: Corpus) -> tuple[Iterable[Pair], dict]:
    """Return the pairs in the corpus's order, and their provenance (plain values, for JSON).

    The pairs can be gone through once. The provenance is whole when that was done.
    """
    languages = corpus.source_language, corpus.target_language
    if corpus.source == "synthetic":
        return synthetic.read(corpus.synthetic, corpus.name, *languages)
    if corpus.source == "files":
        return files.read(corpus)
    if corpus.source == "hub":
        return hub.read(corpus)
    packaged = {module.NAME: module for module in (bible_de_en, bible_grc_en)}
    if corpus.name not in packaged:
        raise Refusal(
            f"corpus.name is {corpus.name!r}, but with corpus.source 'packages' it is "
            f"{' or '.join(map(repr, packaged))}."
        )
    return packaged[corpus.name].read(*languages)
