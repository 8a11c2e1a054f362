"""Long sentences by both systems side by side, as in the paper's section 5.2.2."""

from __future__ import annotations

from pipeline.evaluation.long import pick_long
from pipeline.evaluation.pick import Picked
from pipeline.plural import so_many
from pipeline.reporting.document import Block, Paragraph, Parallel, Section
from pipeline.reporting.inputs import Inputs
from pipeline.reporting.output import Output
from pipeline.reporting.pairs import matched_pairs
from pipeline.reporting.table import Column, Table
from pipeline.reporting.translations import TestSet


def long_sentences(inputs: Inputs, output: Output, test: TestSet) -> Section | None:
    """The section; None where nothing is to be shown."""
    report, seed = inputs.settings.report, inputs.settings.seeds[0]
    if report.long_sentences == 0:
        return None
    systems = _shown(inputs)
    picked = shown_long(inputs, test)
    written = {slug: test.hypotheses(slug, seed) for slug in systems}
    replaced = inputs.settings.decoding.replace_unknown
    unknown = "are replaced by source words" if replaced else "stand as UNK"
    told = f"{picked.rule} Seed {seed}; unknown words {unknown}."
    key = "text_replaced" if replaced else "text"
    corpus = inputs.settings.corpus
    source, target = corpus.source_language, corpus.target_language
    blocks: list[Block] = [Paragraph((told,), "note")]
    filed = []
    for row in picked.rows:
        pair = test.row(row)
        count = test.source_lengths[row]
        texts = [
            (f"Source ({source})", pair["source_text"], source, "given"),
            ("Reference", pair["target_text"], target, "given"),
            *((slug, written[slug][row][key], target, "system") for slug in systems),
        ]
        blocks.append(Parallel(f"{pair['id']}: {so_many(count, 'source word')}", tuple(texts)))
        filed += [(pair["id"], count, label, text) for label, text, *_ in texts]
    names = ("id", "source_words", "what", "text")
    columns = tuple(Column(name, name) for name in names)
    output.table(Table("long_sentences", "Long sentences", columns, filed))
    return Section("long", "Long sentences, side by side", tuple(blocks))


def shown_long(inputs: Inputs, test: TestSet) -> Picked:
    """The long test sentences that stand side by side."""
    report = inputs.settings.report
    return pick_long(
        test.source_lengths,
        report.long_from_words,
        report.long_sentences,
        inputs.settings.evaluation.seed,
    )


def _shown(inputs: Inputs) -> list[str]:
    """The fixed context and attention at the largest cap that both were trained with."""
    pairs = matched_pairs(inputs.settings.systems)
    if pairs:
        return [pairs[0].fixed, pairs[0].attending]
    return list(inputs.settings.systems)[:2]
