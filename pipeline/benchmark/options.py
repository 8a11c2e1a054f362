"""What the command line asks for, against params.yaml."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pipeline.config.corpus import Corpus
from pipeline.config.decoding import Decoding
from pipeline.config.experiment import Experiment
from pipeline.config.load import load_section
from pipeline.config.load_system import load_system
from pipeline.config.nearest import suggestion
from pipeline.config.read import read_params
from pipeline.config.report import Report
from pipeline.config.system import System
from pipeline.config.tokenizer import Tokenizer
from pipeline.config.training import Training
from pipeline.refusal import Refusal

PARTS = {"training": 0.35, "translation": 0.2, "growth": 0.45}
"""What can be measured -> its share of the time."""
SECONDS = 110.0


@dataclass(frozen=True)
class Options:
    """What is measured, and with which settings."""

    systems: dict[str, System]
    seeds: list[int]
    training: Training
    decoding: Decoding
    tokenizer: Tokenizer
    corpus: str
    report: Report
    parts: list[str]
    seconds: float
    synthetic: bool
    json: bool
    output: Path | None

    @property
    def report_folder(self) -> Path:
        """Where the report looks for the benchmark."""
        return Path(self.report.folder)

    def seconds_for(self, part: str) -> float:
        """The time for one system in one part."""
        whole = sum(PARTS[name] for name in self.parts)
        return self.seconds * PARTS[part] / whole / len(self.systems)


def read_options(words: Sequence[str] | None = None) -> Options:
    """Read the command line and params.yaml; raises Refusal where they name what is not there."""
    given = _parser().parse_args(words)
    experiment, report = load_section("experiment", Experiment), load_section("report", Report)
    slugs = _slugs(given.systems, experiment.systems)
    if not 0 < given.seconds < float("inf"):
        raise Refusal(f"--seconds: {given.seconds:g} is not allowed; allowed: a number above 0")
    return Options(
        systems={slug: load_system(slug) for slug in slugs},
        seeds=experiment.seeds,
        training=_alone(load_section("training", Training)),
        decoding=load_section("decoding", Decoding),
        tokenizer=load_section("tokenizer", Tokenizer),
        corpus=load_section("corpus", Corpus).name,
        report=report,
        parts=_parts(given.parts),
        seconds=given.seconds,
        synthetic=given.synthetic,
        json=given.json,
        output=Path(report.folder) if given.output == "" else given.output and Path(given.output),
    )


def _alone(training: Training) -> Training:
    """The same settings for one process: what several share out is not measured here."""
    return training.model_copy(update={"devices": 1, "nodes": 1})


def _slugs(text: str | None, default: list[str]) -> list[str]:
    if text is None:
        return default
    known = list(read_params().get("systems") or {})
    return known if text == "all" else _chosen("--systems", text, known)


def _parts(text: str | None) -> list[str]:
    return list(PARTS) if text is None else _chosen("--parts", text, list(PARTS))


def _chosen(option: str, text: str, known: Sequence[str]) -> list[str]:
    """The names in ``text``, separated by commas, in its order; each once."""
    names = list(dict.fromkeys(name.strip() for name in text.split(",")))
    for name in names:
        if name not in known:
            raise Refusal(f'{option}: "{name}" is not known; {suggestion(name, known)}')
    return names


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m pipeline.benchmark",
        description="Measure how close the pipeline comes to what this machine can do.",
    )
    parser.add_argument(
        "--systems",
        metavar="A,B",
        help="names under systems: in params.yaml, or all; default: those of the experiment",
    )
    parser.add_argument("--parts", metavar="A,B", help=f"of {', '.join(PARTS)}; default: all")
    parser.add_argument(
        "--seconds", type=float, default=SECONDS, help=f"about so long; default: {SECONDS:g}"
    )
    parser.add_argument(
        "--synthetic", action="store_true", help="invented sentences even where the corpus is there"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object, no table")
    parser.add_argument(
        "--output",
        nargs="?",
        const="",
        metavar="FOLDER",
        help="write benchmark.json, .csv, .svg and .png there; without FOLDER: to report.folder",
    )
    return parser
