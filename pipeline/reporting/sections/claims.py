"""The papers' claims and what became of them: the table that opens the report, and each in full."""

from __future__ import annotations

from pipeline.reporting.claims import MARKS, by_cause, marked, measured, threshold
from pipeline.reporting.document import (
    Block,
    Bullets,
    Paragraph,
    Place,
    Section,
    Sentence,
    Strong,
    Subsection,
    VerdictRow,
    Verdicts,
)
from pipeline.reporting.inputs import Inputs
from pipeline.reporting.output import Output
from pipeline.reporting.sections import systems
from pipeline.reporting.table import Column, Table, Value

SLUG = "claims"
IN_FULL = "judging"
COLUMNS = (
    *("claim", "title", "paper", "place", "paper_figures", "condition", "weight", "above", "below"),
    *("mean", "low", "high", "test_low", "test_high", "assumed_sd"),
    *("unit", "name", "made_of", "over", "source", "outcome", "missing", "verdict"),
)
NAMES: Sentence = (
    "encdec is the encoder and decoder with a fixed context, search the one with attention, the "
    "number their longest training sentence in words; what stands behind the other names is under ",
    Place(systems.TITLE, systems.SLUG, systems.TITLE),
    ".",
)
MEANINGS = {
    "reproduced": "every condition of the criterion holds with its whole interval",
    "partly": "some conditions hold and others fail",
    "not reproduced": "all fail, or one without which the claim is nothing",
    "inconclusive": "an interval spans its threshold, the seeds are too few, or what was measured "
    "cannot settle it",
    "not run": "a system or a measurement that the criterion needs is not there",
}


def claims(inputs: Inputs, output: Output, shown: dict[str, str]) -> Section:
    """The verdict table. ``shown``: slug -> title of the sections that rows can lead to."""
    content = inputs.judged
    output.table(_filed(content))
    rows = tuple(_row(claim, shown) for claim in content["claims"])
    return Section(
        SLUG,
        "The claims, and what became of them",
        (
            Paragraph(NAMES),
            Verdicts(rows, "tables/claims.csv"),
            Paragraph((_how_judged(content),), "note"),
            Bullets(tuple(_meaning(verdict) for verdict in MARKS), "legend"),
        ),
    )


def judging(inputs: Inputs) -> Section:
    """Every claim in full: what the paper says, the criterion, the evidence, what differs."""
    content = inputs.judged
    blocks: list[Block] = [Paragraph((_allowance(content),), "note")]
    for claim in content["claims"]:
        blocks.append(Subsection(_place(claim), _heading(claim)))
        blocks.append(Bullets(tuple(_in_full(claim))))
    return Section(IN_FULL, "How each claim was judged", tuple(blocks))


def _row(claim: dict, shown: dict[str, str]) -> VerdictRow:
    found = [
        (text, f"{_asked(condition)}: {evidence['outcome']}")
        for condition, evidence in zip(claim["criterion"], claim["evidence"], strict=True)
        if condition["weight"] != "beside" and (text := measured(evidence)) is not None
    ]
    return VerdictRow(
        number=claim["id"],
        claim=Place(claim["title"], _place(claim), _heading(claim)),
        source=f"{claim['source']['paper']}; {claim['source']['place']}",
        paper=claim["paper_figures"],
        ours=tuple(found),
        verdict=claim["verdict"],
        marked=marked(claim["verdict"]),
        reason=claim["reason"],
        figures=tuple(
            Place(shown[slug], slug, shown[slug]) for slug in claim["shown_in"] if slug in shown
        ),
    )


def _place(claim: dict) -> str:
    return f"claim-{claim['id']}"


def _heading(claim: dict) -> str:
    return f"Claim {claim['id']}: {claim['title']}"


def _in_full(claim: dict) -> list[Sentence]:
    source = claim["source"]
    lines: list[Sentence] = [
        (Strong("Verdict:"), f" {marked(claim['verdict'])}", *_after(claim["reason"])),
        (Strong("The paper:"), f" {source['paper']}, {source['place']}. {claim['statement']}"),
        (Strong("Its figures:"), f" {claim['paper_figures']}."),
        (Strong("What differs here:"), f" {claim['scale']}"),
    ]
    for condition, evidence in zip(claim["criterion"], claim["evidence"], strict=True):
        lines.append(_condition(condition, evidence))
    return lines


def _condition(condition: dict, evidence: dict) -> Sentence:
    role = {"essential": "Essential:", "part": "Criterion:", "beside": "Beside it:"}
    asked = f" {_asked(condition)}. "
    if "missing" in evidence:
        return (
            Strong(role[condition["weight"]]),
            f"{asked}Not measured: ",
            evidence["missing"],
            ".",
        )
    told = "; ".join(part for part in (measured(evidence), by_cause(evidence)) if part)
    outcome = evidence["outcome"]
    said = "" if outcome == "no threshold" else f": {outcome}"
    return (Strong(role[condition["weight"]]), f"{asked}Measured: {told}{said}.")


def _asked(condition: dict) -> str:
    """What a condition says, and where the interval must lie for it to hold."""
    bound = threshold(condition)
    return f"{condition['says']} ({bound})" if bound else condition["says"]


def _after(reason: str | None) -> Sentence:
    return () if reason is None else (". ", reason)


def _meaning(verdict: str) -> Sentence:
    return (Strong(marked(verdict)), f": {MEANINGS[verdict]}.")


def _how_judged(content: dict) -> str:
    seeds = len(content["seeds"])
    return (
        "Criteria are data, in pipeline/claims/papers: a change of one is seen in git. They were "
        "written before the experiment with three seeds, the probes and the reference alignments; "
        "the scores of the default experiment with its one seed were known. Intervals "
        f"({100 * content['confidence']:g}%) hold both the choice of test sentences and the "
        "training: "
        + (
            "with one seed the spread from seed to seed is not measured, and an assumed one stands "
            "in for it, which is told with each figure."
            if seeds == 1
            else f"the spread over {seeds} seeds, joined with an assumed one, which is told with "
            "each figure."
        )
        + " Those of times hold neither: they are over rounds of one benchmark on one machine, and "
        "another machine may give another ratio. Of every condition "
        "the table says where its interval must lie (“above 0”), and whether it holds: the whole "
        "interval lies there; fails: the whole lies elsewhere; open: it reaches across, "
        "or what was measured cannot settle it."
    )


def _allowance(content: dict) -> str:
    return (
        f"The allowance for seeds: a standard deviation of {content['seed_sd_bleu']:g} BLEU from "
        "seed to seed is assumed for each system (other small corpora: 0.2 to 0.7) with the weight "
        f"of {content['prior_weight']} trainings, and joined with what the experiment's own seeds "
        "show; a figure that is no BLEU has an assumed standard deviation of its own, which no one "
        "measured, and each is told below, for a difference that of both systems together. The "
        "half width and that over test sentences add like the sides of a right angle. "
        "Where seeds lie apart as assumed, the 95% half width of a difference of two systems is "
        "2.7 BLEU with one seed, 1.4 with three, 1.0 with five. What has no threshold, or stands "
        "beside the criterion, does not count."
    )


def _filed(content: dict) -> Table:
    """Every condition of every claim, for the CSV."""
    rows: list[tuple[Value, ...]] = []
    for claim in content["claims"]:
        for condition, evidence in zip(claim["criterion"], claim["evidence"], strict=True):
            rows.append(
                (
                    claim["id"],
                    claim["title"],
                    *claim["source"].values(),
                    claim["paper_figures"],
                    *(condition[key] for key in ("says", "weight", "above", "below")),
                    *(evidence.get(key) for key in COLUMNS[9:-1]),
                    claim["verdict"],
                )
            )
    return Table("claims", "Claims", tuple(Column(key, key) for key in COLUMNS), rows)
