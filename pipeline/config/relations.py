"""Relations between settings that no section can check alone, a line for each that fails."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

from pipeline.config.complaints import shown
from pipeline.config.corpus_relations import corpus_complaints
from pipeline.config.folders import OF_A_REPORT, RESERVED
from pipeline.config.nearest import suggestion
from pipeline.config.params import Params
from pipeline.config.system_relations import system_complaints

PLAIN_PART = re.compile(r"\w[\w.-]*", re.ASCII)


def broken_relations(params: Params, workspace: Path = Path()) -> list[str]:
    """Return one line for each relation between settings that does not hold."""
    lines = [
        *_experiment(params),
        *corpus_complaints(params.corpus, workspace),
        *_training(params),
        *_evaluation(params),
        *_probes(params),
        *_report(params, workspace),
    ]
    for slug, system in params.systems.items():
        lines += [f"systems.{slug}.{line}" for line in system_complaints(system)]
    return lines


def _experiment(params: Params) -> Iterator[str]:
    experiment = params.experiment
    for place, slug in enumerate(experiment.systems):
        if slug not in params.systems:
            known = suggestion(slug, params.systems)
            yield f'experiment.systems[{place}]: "{slug}" is not under systems; {known}'
    yield from _repeated("experiment.systems", experiment.systems)
    yield from _repeated("experiment.seeds", experiment.seeds)


def _repeated(path: str, values: Sequence) -> Iterator[str]:
    for value in dict.fromkeys(values):
        if values.count(value) > 1:
            yield f"{path}: {shown(value)} stands {values.count(value)} times; allowed: once"


def _training(params: Params) -> Iterator[str]:
    training = params.training
    if training.epoch_tokens > training.target_tokens:
        yield (
            f"training.epoch_tokens: {training.epoch_tokens} is above training.target_tokens; "
            f"allowed: at most {training.target_tokens:,}"
        )


def _evaluation(params: Params) -> Iterator[str]:
    edges = params.evaluation.length_edges
    if any(left >= right for left, right in pairwise(edges)):
        yield f"evaluation.length_edges: {edges} does not rise; allowed: each above the one before"


def _probes(params: Params) -> Iterator[str]:
    probes = params.probes
    if probes.shortest > probes.longest:
        yield (
            f"probes.shortest: {probes.shortest} is above probes.longest; "
            f"allowed: at most {probes.longest:,}"
        )
    synthetic = params.corpus.synthetic
    if params.corpus.source == "synthetic" and synthetic.longest < probes.shortest:
        yield (
            f"probes.shortest: {probes.shortest} is above corpus.synthetic.longest; "
            f"allowed: at most {synthetic.longest:,}"
        )
    factors = probes.joined_factors
    if any(left >= right for left, right in pairwise(factors)):
        yield f"probes.joined_factors: {factors} does not rise; allowed: each above the one before"
    # The same text is cut for all of them into whole numbers of pieces.
    elif odd := [str(one) for one in factors if factors[-1] % one]:
        yield (
            f"probes.joined_factors: {factors} ends with no multiple of {', '.join(odd)}; "
            "allowed: the largest a multiple of each"
        )


def _report(params: Params, workspace: Path) -> Iterator[str]:
    report = params.report
    yield from _folder(report.folder, workspace)
    yield from _apart(report.folder, params.corpus.folder)
    slug = report.alignment_system
    if slug not in params.systems:
        known = suggestion(slug, params.systems)
        yield f'report.alignment_system: "{slug}" is not under systems; {known}'
    elif not params.systems[slug].attends:
        attending = [name for name, system in params.systems.items() if system.attends]
        yield (
            f'report.alignment_system: "{slug}" has no attention to show; '
            f"allowed: {', '.join(attending) or 'a system that attends; there is none'}"
        )


def _apart(folder: str, corpus: str) -> Iterator[str]:
    """DVC starts nothing where a stage would write what an earlier one reads."""
    mine, theirs = (path.lower().split("/") for path in (folder, corpus))
    if all(one == other for one, other in zip(mine, theirs, strict=False)):
        yield (
            f"report.folder: {shown(folder)} and corpus.folder, {shown(corpus)}, overlap; "
            "allowed: two folders of which neither is in the other, such as reports and corpora"
        )


def _folder(folder: str, workspace: Path) -> Iterator[str]:
    parts = folder.split("/")
    if not all(PLAIN_PART.fullmatch(part) for part in parts):
        yield (
            f"report.folder: {shown(folder)} is not allowed; allowed: a folder in the workspace, "
            f"such as reports or reports/second (letters, digits, `_`, `-` and `.`)"
        )
    elif parts[0].lower() in RESERVED:
        yield (
            f"report.folder: {shown(folder)} lies in a folder with another purpose; "
            f"allowed: any but {', '.join(RESERVED)}"
        )
    elif owned := [part for part in parts[1:] if part.lower() in OF_A_REPORT]:
        yield (
            f"report.folder: {shown(folder)} lies in {owned[0]}, which a report above it clears; "
            f"allowed: a path without {' and '.join(OF_A_REPORT)} below its first folder"
        )
    elif any((workspace / Path(*parts[: depth + 1])).is_file() for depth in range(len(parts))):
        yield f"report.folder: {shown(folder)} is a file; allowed: a folder"
