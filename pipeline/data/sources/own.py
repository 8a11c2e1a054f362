"""What corpora of a user's own have in common: ids, groups, counts and provenance."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from pipeline.config.corpus import Corpus
from pipeline.data.pairs import Pair
from pipeline.data.sources.findings import Findings
from pipeline.data.sources.parallel_text import Row
from pipeline.data.sources.side_hints import SideHints
from pipeline.plural import so_many

Parts = Iterable[tuple[str, Iterable[Row]]]
"""(``train``, ``validation`` or ``test``; its rows), in this order."""


def gathered(
    corpus: Corpus,
    parts: Parts,
    findings: Findings,
    texts: dict[str, dict],
    more: Callable[[], dict],
) -> tuple[Iterator[Pair], dict]:
    """Return the pairs of all ``parts`` and their provenance, whole once they were gone through.

    ``texts`` describes both sides; ``more`` is called at the end for what one source adds.
    """
    provenance: dict = {
        "source": corpus.source,
        "name": corpus.name,
        "source_language": corpus.source_language,
        "target_language": corpus.target_language,
        "texts": texts,
        "group": so_many(corpus.group_pairs, "consecutive pair"),
    }
    return _pairs(corpus, parts, findings, provenance, more), provenance


def _pairs(
    corpus: Corpus, parts: Parts, findings: Findings, provenance: dict, more: Callable[[], dict]
) -> Iterator[Pair]:
    hints = SideHints(corpus.source_language, corpus.target_language)
    sizes: dict[str, int] = {}
    for split, rows in parts:
        before = findings.pairs
        for place, (number, source, target) in enumerate(rows):
            group = f"{split} {place // corpus.group_pairs + 1}"
            held_out = None if split == "train" else split
            pair = Pair(f"{split}:{number}", group, source, target, held_out=held_out)
            findings.look(pair)
            hints.look(source, target)
            yield pair
        sizes[split] = findings.pairs - before
    empty = {side: findings.counts[f"pairs without a {side}"] for side in ("source", "target")}
    neither = findings.counts["pairs with neither"]
    provenance["counts"] = {
        "source_sentences": findings.pairs - empty["source"] - neither,
        "target_sentences": findings.pairs - empty["target"] - neither,
        "pairs": findings.pairs,
        "only_in_source": empty["target"],
        "only_in_target": empty["source"],
        **{f"pairs_in_{split}": size for split, size in sizes.items()},
    }
    provenance["findings"] = findings.told()
    provenance["samples"] = findings.samples
    provenance["hints"] = hints.told()
    provenance.update(more())
