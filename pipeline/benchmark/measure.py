"""The whole benchmark: every part for every system, as one object."""

from __future__ import annotations

import os
import platform
import time
from datetime import UTC, datetime
from pathlib import Path

import torch

from pipeline.benchmark.growth import GRIDS, grids, grown
from pipeline.benchmark.options import Options
from pipeline.benchmark.peak import MatrixProductPeak
from pipeline.benchmark.settings import speed_settings
from pipeline.benchmark.training_speed import training_speed
from pipeline.benchmark.translation_speed import as_long_as_the_source, translation_speed
from pipeline.benchmark.workload import Pairs, invented_pairs, real_pairs, training_batches
from pipeline.layout import TOKENS, TRAIN, run_folder
from pipeline.model.assembly import build_model
from pipeline.model.translation import TranslationModel
from pipeline.progress import progress, say
from pipeline.reporting.environment import git
from pipeline.training.checkpoint import load_model
from pipeline.training.machine import machine_settings

FORMAT = 1
"""Of the object; a reader refuses another."""
CPUINFO = Path("/proc/cpuinfo")
LOT = 10
"""Batches between two measurements of the peak."""


def benchmark(options: Options) -> dict:
    """Measure what ``options`` asks for.

    Rates are per second, shares between 0 and 1, ``sgemm_peak`` and ``gflops`` in 10^9 floating
    point operations a second; the other units are in the names.
    """
    began = time.perf_counter()
    pairs, device = _pairs(options), _device(options)
    with machine_settings(options.training.threads):
        say("Measuring the matrix product peak")
        peak = MatrixProductPeak(device)
        found = {
            "training": _training(options, pairs, peak),
            "translation": _translation(options, pairs),
            **_growth(options, pairs, device),
        }
        return {
            "format": FORMAT,
            "sgemm_peak": peak.best,
            **found,
            "sentences": pairs.origin,
            "settings": speed_settings(options.systems, pairs.vocabularies, options.training),
            "corpus": options.corpus if pairs.origin == "corpus" else None,
            "batch_tokens": options.training.batch_tokens,
            "machine": _machine(device),
            "code": git(),
            "date": datetime.now(UTC).date().isoformat(),
            "seconds": time.perf_counter() - began,
        }


def _pairs(options: Options) -> Pairs:
    if options.synthetic or not TOKENS.is_dir():
        say("Sentences: invented ones, about as long as the default corpus's")
        return invented_pairs(options.tokenizer)
    say(f"Sentences: those in {TOKENS}")
    return real_pairs(TOKENS)


def _device(options: Options) -> torch.device:
    if options.training.accelerator == "cpu" or not torch.accelerator.is_available():
        return torch.device("cpu")
    return torch.accelerator.current_accelerator()


def _training(options: Options, pairs: Pairs, peak: MatrixProductPeak) -> dict[str, dict]:
    found = {}
    if "training" not in options.parts:
        return found
    seconds = options.seconds_for("training")
    for slug, system in options.systems.items():
        say(f"{slug}: training for about {seconds:.0f} s")
        torch.manual_seed(1)
        model = build_model(system, *pairs.vocabularies)
        batches = training_batches(pairs, system, slug, options.training, LOT)
        found[slug] = training_speed(model, batches, options.training, peak, seconds)
    return found


def _translation(options: Options, pairs: Pairs) -> dict[str, dict]:
    found = {}
    if "translation" not in options.parts:
        return found
    seconds = options.seconds_for("translation")
    for slug in options.systems:
        model, weights = _translator(options, slug, pairs)
        say(f"{slug}: translating for about {seconds:.0f} s, {weights} weights")
        decoding = options.decoding
        if weights == "random":
            decoding = as_long_as_the_source(decoding)
        speed = translation_speed(model, pairs.test_sources, decoding, seconds)
        found[slug] = {**speed, "weights": weights}
    return found


def _translator(options: Options, slug: str, pairs: Pairs) -> tuple[TranslationModel, str]:
    """A trained model, where there is one of these vocabularies; and whether it is trained."""
    for seed in options.seeds:
        path: Path = run_folder(TRAIN, slug, seed) / "model.pt"
        if pairs.origin == "corpus" and path.is_file():
            return load_model(path), "trained"
    torch.manual_seed(1)
    return build_model(options.systems[slug], *pairs.vocabularies), "random"


def _growth(options: Options, pairs: Pairs, device: torch.device) -> dict[str, dict]:
    """``by_length`` and the other grids: slug -> rows; ``skipped``: points that did not fit."""
    found: dict = {name: {} for name in GRIDS}
    skipped = 0
    if "growth" not in options.parts:
        return {**found, "skipped": skipped}
    count = len(options.systems)
    end = time.perf_counter() + options.seconds_for("growth") * count
    points = list(grids())
    asked = options.systems, pairs.vocabularies
    with progress("Growth with length, batch and hidden size", len(points), "points") as shown:
        for name, point in points:
            if time.perf_counter() > end:
                skipped += count
            else:
                rows = grown(*asked, point, options.training, options.decoding, device)
                for slug, row in rows.items():
                    found[name].setdefault(slug, []).append(row)
            shown.advance(1)
    if skipped:
        whole = count * len(points)
        say(f"{skipped} of {whole} points left out for want of time; see --seconds")
    return {**found, "skipped": skipped}


def _machine(device: torch.device) -> dict:
    accelerated = device.type == "cuda"
    return {
        "device": torch.cuda.get_device_name(device) if accelerated else str(device),
        "processor": None if accelerated else _processor(),
        "processors": os.cpu_count(),
        "threads": torch.get_num_threads(),
        "platform": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "torch": str(torch.__version__),
    }


def _processor() -> str | None:
    """The processor's name, where the system tells it."""
    try:
        lines = CPUINFO.read_text(encoding="utf-8").splitlines()
    except OSError:  # not Linux
        return platform.processor() or None
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or None
