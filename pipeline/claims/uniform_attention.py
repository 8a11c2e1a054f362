"""Whether a system's attention differs from the uniform one at all.

The largest of nearly equal weights stands in no particular place. Read as alignments, weights that
hardly differ stay where they are, cross nothing and correlate with nothing, and so would meet a
criterion of order, or of a low correlation, without any attention having been learnt. This guard
keeps such figures from being measured; how sharp the weights are is measured as it is.

The floor: an entropy within 5% of the uniform attention's, log(S + 1) in the mean over target words
(S source words and the end of the sentence). A system that gives one word of 25 a fifth of the
weight, and spreads the rest evenly, lies just below it: whoever is above has no word that stands
out so far.
"""

from __future__ import annotations

import math
from functools import cache
from pathlib import Path
from statistics import fmean

from pipeline.claims.measured import Missing
from pipeline.claims.workspace import Workspace, at_path, estimate_in, read_evidence
from pipeline.data.corpus import load_split
from pipeline.layout import ALIGN, TOKENS, run_folder

NEARLY = 0.95
"""Of the uniform attention's entropy; weights above are taken for uniform."""


def hardly_differs(system: str, workspace: Workspace) -> Missing | None:
    """Why nothing can be read from the places of ``system``'s weights; None where it can.

    ``Unread`` where a run has no measured entropy.
    """
    found = []
    for seed in workspace.seeds:
        path = run_folder(ALIGN, system, seed) / "alignment.json"
        entry = at_path(
            read_evidence(path, "dvc repro align"), ["measures", "entropy"], path.as_posix()
        )
        found.append(estimate_in(entry, seed, f"{path.as_posix()}: measures.entropy").mean)
    entropy, uniform = fmean(found), uniform_entropy(str(TOKENS.resolve()))
    if entropy <= NEARLY * uniform:
        return None
    return Missing(
        f"the attention of {system} hardly differs from the uniform one (entropy {entropy:.2f} "
        f"nats, that of equal weights {uniform:.2f})"
    )


@cache
def uniform_entropy(folder: str) -> float:
    """Mean entropy, in nats, of equal weights over the test split's target words."""
    test = load_split(Path(folder), "test")
    sizes = [
        (len(target), math.log(len(source) + 1))
        for source, target in zip(test["source_words"], test["target_words"], strict=True)
    ]
    return sum(words * entropy for words, entropy in sizes) / sum(words for words, _ in sizes)
