"""The statistical aligner itself, beside the systems: Luong et al. 2015, Table 6.

Against links that the corpus brings (gold) each of its ways counts like a system, and so does the
best choice of one source word for each target word: a hard alignment can do no better. Where the
aligner is the reference itself (silver) that says nothing: each way contains what both directions
found and is contained in what either found, so its error would be 0. What can be said there is how
far its two directions agree: the backward links counted as the right ones of the forward links.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from typing import NamedTuple

import numpy as np

from pipeline.evaluation.aer import LINK_MEASURES, Link, link_statistics
from pipeline.evaluation.alignment_summary import figures
from pipeline.evaluation.judged import judged
from pipeline.evaluation.monotonicity import MONOTONICITY_MEASURES, monotonicity_statistics
from pipeline.evaluation.reference_file import GOLD, Reference, ReferenceSentence
from pipeline.evaluation.resample import Bootstrap


def aligner_scores(reference: Reference, targets: Sequence[Set[int]], bootstrap: Bootstrap) -> dict:
    """Return the content of scores.json; ``targets`` are the judged target words of each sentence.

    ``ways`` holds the aligner's figures by name, against gold only, and the order of the forward
    links with either; ``directions`` holds forward against backward, ``ceiling`` the best single
    links (null for silver). All are over the sentences that have reference links. ``links`` and
    ``possible_links`` count those of judged target words, ``_of_all_words`` punctuation's too.
    """
    known = [
        _judged(one, places)
        for one, places in zip(reference.sentences, targets, strict=True)
        if one.possible
    ]
    measured = _Measured(int(reference.aligner["seed"]), bootstrap)
    forward = [one.found.forward for one in known]
    backward = [one.found.backward for one in known]
    ways = {"forward": measured.order(forward)}
    ceiling = None
    if reference.kind == GOLD:
        for name in ("forward", "backward", "intersection", "union", "symmetrised"):
            found = [_ways(one)[name] for one in known]
            ways[name] = measured.agreement(found, known) | ways.get(name, {})
        best = [best_single_links(one.sure, one.possible) for one in known]
        ceiling = measured.agreement(best, known) | measured.order(best)
    others = [
        one._replace(sure=links, possible=links) for one, links in zip(known, backward, strict=True)
    ]
    return {
        "kind": reference.kind,
        "aligner": reference.aligner,
        "sentences": len(reference.sentences),
        "sentences_with_links": len(known),
        "links": sum(len(one.sure) for one in known),
        "possible_links": sum(len(one.possible) for one in known),
        "links_of_all_words": sum(len(one.sure) for one in reference.sentences),
        "possible_links_of_all_words": sum(len(one.possible) for one in reference.sentences),
        "ways": ways,
        "directions": measured.agreement(forward, others),
        "ceiling": ceiling,
    }


class _Measured(NamedTuple):
    """Figures with intervals, all on the same resamples."""

    seed: int
    bootstrap: Bootstrap

    def agreement(self, found: Sequence[Set[Link]], known: Sequence[ReferenceSentence]) -> dict:
        """Error rate and the like of ``found``, sentence by sentence."""
        rows = [
            link_statistics(links, one.sure, one.possible)
            for links, one in zip(found, known, strict=True)
        ]
        return figures({LINK_MEASURES: rows}, self.seed, self.bootstrap)

    def order(self, found: Sequence[Set[Link]]) -> dict:
        """How monotonic ``found`` is, at most one link a target word."""
        rows = [monotonicity_statistics(_places(links)) for links in found]
        return figures({MONOTONICITY_MEASURES: rows}, self.seed, self.bootstrap)


def _places(links: Set[Link]) -> np.ndarray:
    """The source words of the linked target words, in the target's order."""
    by_target = sorted((target, source) for source, target in links)
    return np.array([source for _, source in by_target], dtype=np.int64)


def best_single_links(sure: Set[Link], possible: Set[Link]) -> set[Link]:
    """One link for every target word that has any, a sure one where there is one."""
    best = {target: (source, target) for source, target in sorted(possible)}
    best |= {target: (source, target) for source, target in sorted(sure)}
    return set(best.values())


def _judged(one: ReferenceSentence, targets: Set[int]) -> ReferenceSentence:
    found = type(one.found)(*(judged(links, targets) for links in one.found))
    return one._replace(
        sure=judged(one.sure, targets), possible=judged(one.possible, targets), found=found
    )


def _ways(one: ReferenceSentence) -> Mapping[str, Set[Link]]:
    forward, backward, symmetrised = one.found
    return {
        "forward": forward,
        "backward": backward,
        "intersection": forward & backward,
        "union": forward | backward,
        "symmetrised": symmetrised,
    }
