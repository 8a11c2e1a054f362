"""The whole benchmark: every part for every system, as one object."""

from __future__ import annotations

import platform

import torch

from pipeline.benchmark.options import Options
from pipeline.benchmark.peak import MatrixProductPeak
from pipeline.benchmark.training_speed import training_speed
from pipeline.benchmark.workload import Pairs, invented_pairs, real_pairs, training_batches
from pipeline.layout import TOKENS
from pipeline.model.assembly import build_model
from pipeline.progress import say
from pipeline.training.machine import machine_settings

LOT = 10
"""Batches between two measurements of the peak."""


def benchmark(options: Options) -> dict:
    """Measure what ``options`` asks for; numbers in SI units unless their name says otherwise."""
    pairs = _pairs(options)
    device = _device(options)
    with machine_settings(options.training.threads):
        say("Measuring the matrix product peak")
        peak = MatrixProductPeak(device)
        found: dict = {"training": {}, "translation": {}, "by_length": {}}
        for slug in options.systems:
            if "training" in options.parts:
                say(f"{slug}: training")
                found["training"][slug] = _training(options, slug, pairs, peak)
        return {
            "sgemm_peak": peak.best,
            "sgemm_size": peak.size,
            "machine": _machine(device),
            "sentences": pairs.origin,
            **found,
        }


def _pairs(options: Options) -> Pairs:
    if options.synthetic or not TOKENS.is_dir():
        return invented_pairs(options.tokenizer)
    return real_pairs(TOKENS)


def _device(options: Options) -> torch.device:
    if options.training.accelerator == "cpu" or not torch.accelerator.is_available():
        return torch.device("cpu")
    return torch.accelerator.current_accelerator()


def _training(options: Options, slug: str, pairs: Pairs, peak: MatrixProductPeak) -> dict:
    torch.manual_seed(1)
    system = options.systems[slug]
    model = build_model(system, *pairs.vocabularies)
    batches = training_batches(pairs, system, slug, options.training, LOT)
    return training_speed(model, batches, options.training, peak, options.seconds_for("training"))


def _machine(device: torch.device) -> dict:
    return {
        "device": str(device) if device.type == "cpu" else torch.cuda.get_device_name(device),
        "threads": torch.get_num_threads(),
        "platform": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "torch": torch.__version__,
    }
