"""results.json: every number of the report, with interval, seeds and unit."""

from __future__ import annotations

import json

from pipeline.reporting.alignment_estimates import aligner_estimates, alignment_estimates
from pipeline.reporting.estimate import Estimate, exact
from pipeline.reporting.inputs import Inputs
from pipeline.reporting.over_runs import filed
from pipeline.reporting.paper import TABLE_1
from pipeline.reporting.probes import PROBES, probe
from pipeline.reporting.sections.cost import costs
from pipeline.reporting.sections.learning import training_facts
from pipeline.reporting.sections.making import settings_plain
from pipeline.reporting.sections.speed import speed_entry
from pipeline.reporting.sections.table_one import METRICS, parameter_estimate
from pipeline.reporting.wording import relation

ALIGNER_FACTS = (
    "kind",
    "aligner",
    "sentences",
    "sentences_with_links",
    "links",
    "possible_links",
    "links_of_all_words",
    "possible_links_of_all_words",
)


def results(inputs: Inputs, environment: dict) -> str:
    """The file's text."""
    slugs = list(inputs.settings.systems)
    content = {
        "corpus": inputs.statistics,
        "environment": {
            **environment,
            "settings": settings_plain(inputs.settings),
            "signatures": inputs.scores.signatures,
            "confidence": inputs.scores.confidence,
            "bootstrap_samples": inputs.scores.samples,
        },
        "systems": {slug: _system(inputs, slug) for slug in slugs},
        "comparisons": [_comparison(entry) for entry in inputs.scores.comparisons],
        "alignment": {slug: _entries(alignment_estimates(inputs, slug)) for slug in slugs},
        "reference_alignment": {
            **{key: inputs.aligner[key] for key in ALIGNER_FACTS},
            **{way: _entries(found) for way, found in aligner_estimates(inputs).items()},
        },
        "probes": {
            slug: {name: filed(probe(inputs, slug, name)) for name in PROBES} for slug in slugs
        },
        "claims": inputs.judged["claims"],
        "cost": {slug: _cost(inputs, slug) for slug in slugs},
    }
    return json.dumps(content, indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def _cost(inputs: Inputs, slug: str) -> dict:
    measured = speed_entry(inputs, slug)
    entries = _entries(costs(inputs, slug))
    return entries if measured is None else {**entries, "benchmark": measured}


def _entries(estimates: dict[str, Estimate]) -> dict[str, dict]:
    return {name: estimate.entry() for name, estimate in estimates.items()}


def _system(inputs: Inputs, slug: str) -> dict:
    scores = inputs.scores
    whole = scores.systems[slug]
    # A mean over seeds, whose own values the scores do not hold.
    ratio = exact(whole["length_ratio"], "words written for one of the reference", [])
    entry: dict = {metric: _entry(scores.estimate(slug, metric)) for metric in METRICS}
    entry["parameters"] = parameter_estimate(inputs, slug).entry()
    entry["length_ratio"] = ratio.entry()
    entry["sentences"] = whole["sentences"]
    entry["sentences_no_unk"] = whole["sentences_no_unk"]
    entry["by_length"] = [_bucket(inputs, slug, index) for index in range(len(scores.buckets))]
    entry["training"] = _entries(training_facts(inputs, slug))
    theirs = TABLE_1.get(slug)
    entry["paper"] = None if theirs is None else theirs._asdict()
    return entry


def _bucket(inputs: Inputs, slug: str, index: int) -> dict:
    bucket = inputs.scores.buckets[index]
    found = {
        metric: _entry(inputs.scores.by_length(slug, metric)[index])
        for metric in ("bleu", "bleu_no_unk", "chrf", "perplexity")
    }
    places = {key: bucket[key] for key in ("low", "high", "sentences")}
    return {"bucket": bucket["label"], **places, **found}


def _entry(estimate: Estimate | None) -> dict | None:
    return None if estimate is None else estimate.entry()


def _comparison(entry: dict) -> dict:
    difference = Estimate.read(entry["difference"])
    return {**entry, "difference": difference.entry(), "reading": relation(difference)}
