"""Why a split is empty, and what to do about it: the cause decides on the remedy."""

from __future__ import annotations

from typing import NamedTuple

from pipeline.plural import so_many


class Groups(NamedTuple):
    """The pairs that may go to any split, and what was to be held out of them."""

    pairs: int
    groups: int
    largest: int
    """Pairs in the largest group."""
    asked: dict[str, int]
    """Setting -> pairs asked for; a split that the corpus brings is asked for nothing."""


class Drops(NamedTuple):
    """What became of the pairs that fell to a split, in this order; nothing is left of them."""

    given: int
    repeats: int
    """Equal to a pair that is held out."""
    unlike: int
    """One side is so much longer that they are hardly a translation."""


def why_empty(name: str, drops: Drops, groups: Groups) -> str:
    """Return the message on the empty split ``name`` (training, validation or test)."""
    begin = f"corpus.split leaves no {name} pair"
    if drops.given:
        return f"{begin}: {_dropped(name, drops)}"
    settings = " and ".join(
        f"{setting} asks for {size:,}" for setting, size in groups.asked.items()
    )
    pairs = so_many(groups.pairs, "pair")
    if groups.pairs and sum(groups.asked.values()) < groups.pairs:
        where = so_many(groups.groups, "group")
        held = "are held out whole" if groups.groups > 1 else "is held out whole"
        return (
            f"{begin}: {pairs} lie in {where} of up to {groups.largest:,}, which {held}, and "
            f"{settings}. Make the groups smaller (corpus.group_pairs, where corpus.source is "
            "files or hub), or ask for fewer pairs."
        )
    if not settings:
        return f"{begin}: no pair is left for it beside the splits that the corpus brings."
    together = "together they must be clearly" if len(groups.asked) > 1 else "it must be clearly"
    return (
        f"{begin}: {settings}, and there {'is' if groups.pairs == 1 else 'are'} {pairs} to take "
        f"them from. Ask for fewer: {together} less than there is."
    )


def _dropped(name: str, drops: Drops) -> str:
    fell = f"{so_many(drops.given, 'pair')} would be for {name}"
    held_out = "a test pair" if name == "validation" else "a test or validation pair"
    causes, advice = [], []
    if drops.repeats:
        causes.append(
            f"{so_many(drops.repeats, 'repeats', 'repeat')} {held_out}, letter case and "
            "punctuation apart"
        )
        advice.append(
            "what is tested must not be trained on, so take repeated pairs out of the corpus"
        )
    if drops.unlike:
        causes.append(
            f"{so_many(drops.unlike, 'has', 'have')} one side of several times the other's words"
        )
        advice.append(
            "look whether line N of one side still translates line N of the other, and whether the "
            "columns are the right ones"
        )
    said = "; ".join(advice)
    return f"{fell}, but {' and '.join(causes)}, and were dropped. {said[0].upper()}{said[1:]}."
