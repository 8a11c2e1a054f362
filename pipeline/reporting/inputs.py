"""Everything a report is made of: outputs of earlier stages, of this experiment's runs alone.

Folders of runs that params.yaml no longer lists are never looked at: a removed system or seed
cannot leak into a report.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path

from pipeline.benchmark.settings import speed_settings
from pipeline.data.corpus import load_vocabularies
from pipeline.evaluation.probes.place import PROBE, PROBES_FILE
from pipeline.evaluation.reference_file import ALIGNER_SCORES
from pipeline.layout import ALIGN, EVALUATE, TIMINGS, TOKENS, TRAIN, run_folder
from pipeline.refusal import Refusal
from pipeline.reporting.claims import read_judged
from pipeline.reporting.read_json import read_json
from pipeline.reporting.scores import Scores, read_scores
from pipeline.reporting.settings import Settings
from pipeline.reporting.speed import read_speed


@dataclass(frozen=True)
class Run:
    """One system trained with one seed. Timings are None where they were not measured."""

    summary: dict
    epochs: list[dict[str, float | None]]
    alignment: dict
    probes: dict
    train_timing: dict | None
    translate_timing: dict | None


@dataclass(frozen=True)
class Inputs:
    """``runs`` by slug, then by seed, both in the experiment's order; ``judged``: claims.json.

    ``speed``: the benchmark's object, None where none was run (:func:`read_speed`).
    ``aligner`` is what :mod:`pipeline.evaluation.aligner_scores` writes.
    """

    settings: Settings
    statistics: dict
    scores: Scores
    runs: dict[str, dict[int, Run]]
    speed: dict | None
    judged: dict
    aligner: dict

    def over_seeds(self, slug: str, *path: str) -> dict[int, float]:
        """A number of ``summary.json`` for every seed, by its keys."""
        found = {}
        for seed, run in self.runs[slug].items():
            value = run.summary
            for key in path:
                value = value[key]
            found[seed] = value
        return found


def read_inputs(settings: Settings) -> Inputs:
    """Read the outputs in the workspace; raises Refusal where one is missing or unsound."""
    systems, seeds = list(settings.systems), settings.seeds
    return Inputs(
        settings=settings,
        statistics=read_json(TOKENS / "statistics.json"),
        scores=read_scores(EVALUATE / "scores.json", systems, seeds),
        runs={slug: {seed: _run(slug, seed) for seed in seeds} for slug in systems},
        speed=read_speed(Path(settings.report.folder), _speed_settings(settings)),
        judged=read_judged(seeds),
        aligner=read_json(ALIGNER_SCORES),
    )


def _speed_settings(settings: Settings) -> dict:
    vocabularies = load_vocabularies(TOKENS)
    sizes = len(vocabularies.source), len(vocabularies.target)
    return speed_settings(settings.described, sizes, settings.training)


def _run(slug: str, seed: int) -> Run:
    trained = run_folder(TRAIN, slug, seed)
    return Run(
        summary=read_json(trained / "summary.json"),
        epochs=_epochs(trained / "epochs.csv"),
        alignment=read_json(run_folder(ALIGN, slug, seed) / "alignment.json"),
        probes=read_json(run_folder(PROBE, slug, seed) / PROBES_FILE),
        train_timing=_timing("train", slug, seed),
        translate_timing=_timing("translate", slug, seed),
    )


def _timing(stage: str, slug: str, seed: int) -> dict | None:
    path = TIMINGS / stage / f"{slug}-{seed}.json"
    return read_json(path) if path.is_file() else None


def _epochs(path: Path) -> list[dict[str, float | None]]:
    if not path.is_file():
        raise Refusal(f"{path} is missing: run `dvc repro` to train this system again")
    with open(path, encoding="utf-8", newline="") as file:
        rows = [
            {key: float(value) if value else None for key, value in row.items()}
            for row in csv.DictReader(file)
        ]
    if not rows:
        raise Refusal(f"{path} has no epoch: delete its folder and run `dvc repro`")
    return rows
