"""Stage ``probe``: what one trained system does inside -> runs/probe/SYSTEM/SEED/probes.json.

Path length (gradients of the outputs by the source words' distance), explanation (the change where
a source word is erased), context (the annotations of one word in different contexts), and length
beyond training (test sentences joined end to end).

Usage: python stages/probe.py SYSTEM SEED
"""

from __future__ import annotations

# First: Ctrl-C while the libraries are loaded is one line, too.
from pipeline.refusal import refusable

# isort: split
import argparse
import json
import shutil
import time
from collections.abc import Callable

import torch

from pipeline.atomic import write_text
from pipeline.config.decoding import Decoding
from pipeline.config.evaluation import Evaluation
from pipeline.config.load import load_section
from pipeline.config.probes import Probes
from pipeline.evaluation.probes.place import PROBE, PROBES_FILE
from pipeline.evaluation.probes.run import Probed
from pipeline.evaluation.resample import Bootstrap
from pipeline.layout import TIMINGS, TOKENS, TRAIN, TRANSLATE, run_folder
from pipeline.training.checkpoint import load_model


@refusable
def main() -> None:
    """Probe one trained model."""
    parser = argparse.ArgumentParser(description="Probe one trained model.")
    parser.add_argument("system", help="a slug under systems: in params.yaml")
    parser.add_argument("seed", type=int, help="one of experiment.seeds")
    arguments = parser.parse_args()
    system, seed = arguments.system, arguments.seed
    folder = run_folder(PROBE, system, seed)
    timings = TIMINGS / "probe" / f"{system}-{seed}.json"
    # What an earlier run left must not be taken for this one's, should it end early.
    shutil.rmtree(folder, ignore_errors=True)
    timings.unlink(missing_ok=True)
    settings = load_section("probes", Probes)
    evaluation = load_section("evaluation", Evaluation)
    bootstrap = Bootstrap(evaluation.bootstrap_samples, evaluation.confidence, evaluation.seed)
    model = load_model(run_folder(TRAIN, system, seed) / "model.pt")
    probed = Probed.of(TOKENS, run_folder(TRANSLATE, system, seed), model, settings)
    decoding = load_section("decoding", Decoding)
    probes: dict[str, Callable[[], dict]] = {
        "path_length_and_erasure": lambda: probed.inside(seed, bootstrap),
        "context": lambda: {"context": probed.in_context(seed, bootstrap)},
        "beyond_length": lambda: {"beyond_length": probed.beyond(decoding, seed, bootstrap)},
    }
    content = {
        "attends": model.attends,
        "confidence": bootstrap.confidence,
        "samples": bootstrap.samples,
    }
    seconds = {}
    for name, probe in probes.items():
        started = time.perf_counter()
        content |= probe()
        seconds[name] = round(time.perf_counter() - started, 3)
    spent = {"seconds": seconds, "threads": torch.get_num_threads()}
    write_text(timings, json.dumps(spent, indent=2) + "\n")
    text = json.dumps(content, indent=1, ensure_ascii=False, allow_nan=False)
    write_text(folder / PROBES_FILE, text + "\n")


if __name__ == "__main__":
    main()
