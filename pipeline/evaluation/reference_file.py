"""links.json: what the alignments of the test sentences are measured against.

``kind`` is ``gold`` where the corpus brings links of its own (made by hand, or known because it is
generated), and ``silver`` where the statistical aligner stands in for them. Every link of gold is
sure. Of silver those are sure that both directions of the aligner found, and those are possible
that at least one found. What the aligner itself found is there in either case.
"""

from __future__ import annotations

import json
from collections.abc import Sequence, Set
from pathlib import Path
from typing import NamedTuple

from pipeline.atomic import write_text
from pipeline.evaluation.aer import Link
from pipeline.refusal import Refusal

# These paths stand here and not in pipeline/layout.py, on which every training depends.
REFERENCE_LINKS = Path("data/reference/links.json")
ALIGNER_SCORES = Path("runs/aligner/scores.json")
GOLD, SILVER = "gold", "silver"


class FoundLinks(NamedTuple):
    """What the aligner found in one sentence.

    ``forward`` gives every target word at most one source word, ``backward`` the other way round;
    ``symmetrised`` (grow-diag-final-and) lies between their intersection and their union.
    """

    forward: frozenset[Link]
    backward: frozenset[Link]
    symmetrised: frozenset[Link]


class ReferenceSentence(NamedTuple):
    """One test sentence; ``sure`` lies inside ``possible``, and both are empty where none are
    known."""

    id: str
    sure: frozenset[Link]
    possible: frozenset[Link]
    found: FoundLinks


class Reference(NamedTuple):
    """The test sentences in the order of the split; ``aligner`` says how the aligner was made."""

    kind: str
    aligner: dict
    sentences: list[ReferenceSentence]


def reference_of(
    ids: Sequence[str],
    known: Sequence[Set[Link]],
    found: Sequence[FoundLinks],
    aligner: dict,
) -> Reference:
    """Make the reference: gold if the corpus knows the links of any sentence, else silver."""
    gold = any(known)
    sentences = [
        ReferenceSentence(name, frozenset(links), frozenset(links), one)
        if gold
        else ReferenceSentence(name, one.forward & one.backward, one.forward | one.backward, one)
        for name, links, one in zip(ids, known, found, strict=True)
    ]
    return Reference(GOLD if gold else SILVER, aligner, sentences)


def write_reference(path: Path, reference: Reference) -> None:
    """Write the reference as JSON, one sentence a line; the same links give the same bytes."""
    head = json.dumps({"kind": reference.kind, "aligner": reference.aligner}, ensure_ascii=False)
    lines = [json.dumps(_plain(one), ensure_ascii=False) for one in reference.sentences]
    # One object, opened for the sentences: whole, and still readable line by line.
    text = head[:-1] + ', "sentences": [\n' + ",\n".join(lines) + "\n]}\n"
    write_text(path, text)


def read_reference(path: Path, ids: Sequence[str]) -> Reference:
    """Read what :func:`write_reference` wrote, for the test sentences ``ids``, in this order.

    Raises Refusal where the file is missing, broken or of other sentences.
    """
    try:
        content = json.loads(Path(path).read_text(encoding="utf-8"))
        sentences = [_sentence(one) for one in content["sentences"]]
        reference = Reference(content["kind"], content["aligner"], sentences)
    except FileNotFoundError:
        raise Refusal(f"{path} is missing: run `dvc repro reference_align` to make it") from None
    except (ValueError, KeyError, TypeError) as fault:
        raise Refusal(f"{path} is broken ({fault}): run `dvc repro reference_align`") from None
    if [one.id for one in reference.sentences] != list(ids):
        raise Refusal(
            f"{path} speaks of other test sentences than data/tokens: run `dvc repro "
            "reference_align` to make it again"
        )
    return reference


def _plain(one: ReferenceSentence) -> dict:
    groups = {"sure": one.sure, "possible": one.possible, **one.found._asdict()}
    return {"id": one.id, **{name: sorted(links) for name, links in groups.items()}}


def _sentence(one: dict) -> ReferenceSentence:
    groups = {
        name: frozenset((int(source), int(target)) for source, target in one[name])
        for name in ("sure", "possible", *FoundLinks._fields)
    }
    found = FoundLinks(*(groups[name] for name in FoundLinks._fields))
    return ReferenceSentence(str(one["id"]), groups["sure"], groups["possible"], found)
