"""The findings in four to six sentences, each computed from the numbers it names."""

from __future__ import annotations

from pipeline.plural import so_many
from pipeline.reporting.document import Bullets, Code, Paragraph, Section, Sentence, Strong
from pipeline.reporting.estimate import Estimate
from pipeline.reporting.inputs import Inputs
from pipeline.reporting.pairs import Pair, cap_in_words, matched_pairs, unlike
from pipeline.reporting.paper import TABLE_1
from pipeline.reporting.sections.differences import enough_known
from pipeline.reporting.wording import (
    ALIKE,
    HIGHER,
    LOWER,
    change,
    compared,
    listed,
    moved,
    relation,
)

MOST = 6
"""Sentences that someone with five minutes reads."""
FIXED, ATTENTION = "a fixed context", "attention"
GAP = {
    HIGHER: "the gap between them grows",
    LOWER: "the gap between them shrinks",
    ALIKE: "no change can be told in the gap between them",
}
FEW_SETTINGS = 4
"""Differing settings that a sentence can name."""


def answer(inputs: Inputs) -> Section:
    """The section that opens the report."""
    return Section(
        "answer",
        "The answer",
        (
            Bullets(tuple(sentences(inputs)), "answer"),
            Paragraph((_how_to_read(inputs),), "note"),
        ),
    )


def sentences(inputs: Inputs) -> list[Sentence]:
    """The findings; which ones depends on the systems that the experiment has."""
    pairs = matched_pairs(inputs.settings.systems)
    if pairs:
        found = [*_contrasts(inputs, pairs[:2]), _crossed(inputs, pairs)]
        found += [_length(inputs, [pairs[0].fixed, pairs[0].attending])]
        found += [_known(inputs, pairs[0]), _other(inputs, pairs)]
    else:
        few = list(inputs.settings.systems)[:2]
        found = [_best(inputs), *(_alone(inputs, slug) for slug in few), _length(inputs, few)]
    told = [sentence for sentence in found if sentence][: MOST - 1]
    return [*told, (_seeds(inputs),)]


def _contrasts(inputs: Inputs, pairs: list[Pair]) -> list[Sentence]:
    """Attention against a fixed context at each cap; in one sentence where the caps agree."""
    told = [_contrast(inputs, pair) for pair in pairs]
    differences = [inputs.scores.difference(pair.attending, pair.fixed) for pair in pairs]
    found = {relation(difference) for difference in differences}
    if len(pairs) < 2 or len(found) > 1 or ALIKE in found:
        return [(*sentence, ".") for sentence in told]
    size = differences[1] if HIGHER in found else differences[1].negated()
    return [(*told[0], f"; by {size.shown(1)} BLEU", *told[1][1:], ".")]


def _contrast(inputs: Inputs, pair: Pair) -> Sentence:
    difference = inputs.scores.difference(pair.attending, pair.fixed)
    return (
        Strong(compared(ATTENTION, FIXED, difference, "BLEU")),
        f" where both are trained on {cap_in_words(pair.cap)}: ",
        *_reach(inputs, "bleu", pair.attending, pair.fixed),
        _paper(pair.attending, pair.fixed),
    )


def _crossed(inputs: Inputs, pairs: list[Pair]) -> Sentence | None:
    """The paper's sharpest contrast: attention trained on less against a fixed context on more."""
    if len(pairs) < 2:
        return None
    attending, fixed = pairs[-1].attending, pairs[0].fixed
    difference = inputs.scores.difference(attending, fixed)
    return (
        Strong(compared(attending, fixed, difference, "BLEU")),
        f"; of the two only {fixed} saw sentences of over {so_many(pairs[-1].cap, 'word')} in "
        "training: ",
        *_reach(inputs, "bleu", attending, fixed),
        f"{_paper(attending, fixed)}.",
    )


def _length(inputs: Inputs, slugs: list[str]) -> Sentence | None:
    buckets = inputs.scores.buckets
    ends = {slug: _ends(inputs, slug) for slug in slugs}
    if len(buckets) < 2 or None in ends.values():
        return None
    told = moved({slug: change(*both) for slug, both in ends.items()})
    spans = []
    for slug, (first, last) in ends.items():
        spans += [Code(slug), f" goes from {first.shown(1)} to {last.shown(1)} BLEU", ", "]
    if len(slugs) == 2:
        gap = [
            inputs.scores.difference(slugs[1], slugs[0], bucket=bucket["label"])
            for bucket in (buckets[0], buckets[-1])
        ]
        told = f"{told}; {GAP[change(*gap)]}"
        spans += [f"the gap from {gap[0].shown(1)} to {gap[1].shown(1)}", ""]
    return (
        Strong(f"As sentences get longer, {told}"),
        f". From test sentences of {_bucket(buckets[0])} source words to those of "
        f"{_bucket(buckets[-1])}, ",
        *spans[:-1],
        ".",
    )


def _known(inputs: Inputs, pair: Pair) -> Sentence | None:
    """Whether the gain is still there where no word is unknown."""
    scores = inputs.scores
    difference = scores.difference(pair.attending, pair.fixed, "bleu_no_unk")
    ours = [scores.estimate(slug, "bleu_no_unk") for slug in (pair.attending, pair.fixed)]
    if None in (difference, *ours):
        return None
    count = scores.systems[pair.attending]["sentences_no_unk"]
    if not enough_known(inputs):
        found = f"{so_many(count, 'test sentence')} {'has' if count == 1 else 'have'}"
        return (f"Only {found} no unknown word: too few to compare on.",)
    said = compared(ATTENTION, FIXED, difference, "BLEU")
    return (
        Strong(f"Without unknown words, {said[0].lower()}{said[1:]}"),
        f" ({so_many(count, 'test sentence')}): ",
        *_reach(inputs, "bleu_no_unk", pair.attending, pair.fixed),
        f"{_paper(pair.attending, pair.fixed, known=True)}.",
    )


def _other(inputs: Inputs, pairs: list[Pair]) -> Sentence | None:
    """The best of the systems not spoken of so far, against the attending one."""
    told = {slug for pair in pairs for slug in (pair.fixed, pair.attending)}
    scores, systems = inputs.scores, inputs.settings.systems
    others = [slug for slug in systems if slug not in told]
    if not others:
        return None
    best, attending = max(others, key=lambda s: scores.estimate(s, "bleu").mean), pairs[0].attending
    which = "" if len(others) == 1 else f"; {best} is the highest of {len(others)} other systems"
    keys = unlike(systems[best], systems[attending])
    differing = f" (they differ in {listed(keys)})" if len(keys) <= FEW_SETTINGS else ""
    return (
        Strong(compared(best, attending, scores.difference(best, attending), "BLEU")),
        f"{which}: ",
        *_reach(inputs, "bleu", best, attending),
        f"{differing}.",
    )


def _best(inputs: Inputs) -> Sentence | None:
    """The two best of several systems, where there is no fixed context to set attention against."""
    scores = inputs.scores
    ranked = sorted(scores.systems, key=lambda slug: -scores.estimate(slug, "bleu").mean)
    if len(ranked) < 2:
        return None
    first, second = ranked[:2]
    difference = scores.difference(first, second)
    return (
        Strong(compared(first, second, difference, "BLEU")),
        f"; they are the two highest of {len(ranked)} systems: ",
        *_reach(inputs, "bleu", first, second),
        ".",
    )


def _alone(inputs: Inputs, slug: str) -> Sentence:
    bleu, chrf, perplexity = (
        inputs.scores.estimate(slug, metric).shown(1) for metric in ("bleu", "chrf", "perplexity")
    )
    return (
        Code(slug),
        f" reaches {bleu} BLEU, {chrf} chrF and a perplexity of {perplexity} on the test set.",
    )


def _reach(inputs: Inputs, metric: str, first: str, second: str) -> Sentence:
    ours = [inputs.scores.estimate(slug, metric).shown(1) for slug in (first, second)]
    return (Code(first), f" reaches {ours[0]}, ", Code(second), f" {ours[1]}")


def _paper(first: str, second: str, known: bool = False) -> str:
    if first not in TABLE_1 or second not in TABLE_1:
        return ""
    theirs = [TABLE_1[slug].no_unk if known else TABLE_1[slug].all for slug in (first, second)]
    return f" (in the paper {theirs[0]:.2f} and {theirs[1]:.2f})"


def _ends(inputs: Inputs, slug: str) -> tuple[Estimate, Estimate] | None:
    """BLEU on the shortest and on the longest sentences."""
    values = inputs.scores.by_length(slug, "bleu")
    return None if values[0] is None or values[-1] is None else (values[0], values[-1])


def _bucket(bucket: dict) -> str:
    """A bucket as it stands in a sentence: ``1 to 10``, ``over 50``."""
    if bucket["high"] is None:
        return f"over {bucket['low'] - 1}"
    return f"{bucket['low']} to {bucket['high']}"


def _seeds(inputs: Inputs) -> str:
    seeds = inputs.settings.seeds
    if len(seeds) == 1:
        return (
            "Each system was trained once, with one seed, so these intervals cover the choice of "
            "test sentences only: how far another seed would move the numbers is not measured."
        )
    found = [inputs.scores.estimate(slug, "bleu").seed_spread for slug in inputs.settings.systems]
    spreads = sorted(spread for spread in found if spread is not None)
    least, most = (f"{spread:.2f}" for spread in (spreads[0], spreads[-1]))
    size = least if least == most else f"{least} to {most}"
    return (
        f"Each number is a mean over {len(seeds)} training seeds; from seed to seed BLEU varies "
        f"with a standard deviation of {size}, which the intervals, made over test sentences, do "
        "not hold."
    )


def _how_to_read(inputs: Inputs) -> str:
    scores = inputs.scores
    first = next(iter(scores.systems.values()))
    return (
        f"Numbers in brackets are {scores.percent} intervals from {scores.samples:,} bootstrap "
        f"resamples of the {so_many(first['sentences'], 'test sentence')}. “Higher” and “lower” "
        "are said only where the interval of the paired difference leaves out zero; that a system "
        "loses or gains with length only where its two intervals do not overlap."
    )
