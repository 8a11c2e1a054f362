"""The one place that turns ``corpus.source`` into pairs."""

from __future__ import annotations

from pipeline.config.corpus import Corpus
from pipeline.data.pairs import Pair
from pipeline.data.sources import bible_de_en, synthetic
from pipeline.refusal import Refusal


def fetch(corpus: Corpus) -> tuple[list[Pair], dict]:
    """Return the pairs in the corpus's order, and their provenance (plain values, for JSON)."""
    languages = corpus.source_language, corpus.target_language
    if corpus.source == "synthetic":
        return synthetic.read(corpus.synthetic, *languages)
    if corpus.name != bible_de_en.NAME:
        raise Refusal(
            f"corpus.name is {corpus.name!r}, but with corpus.source 'packages' it is "
            f"{bible_de_en.NAME!r}."
        )
    return bible_de_en.read(*languages)
