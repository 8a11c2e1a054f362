"""One training run from beginning (or from where it was interrupted) to its outputs."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import nn

from pipeline.config.system import System
from pipeline.config.training import Training
from pipeline.data.module import TranslationData
from pipeline.interruption import Interruption, interruptible
from pipeline.layout import RESUME, TIMINGS, TRAIN, run_folder
from pipeline.refusal import Refusal
from pipeline.training.epoch_end import EpochEnd
from pipeline.training.fingerprint import differences, fingerprint
from pipeline.training.machine import machine_settings, make_trainer, peak_memory_mib
from pipeline.training.module import TranslationTraining
from pipeline.training.outputs import clear_outputs, write_json, write_outputs
from pipeline.training.parts import in_parts
from pipeline.training.processes import Children, Processes, processes_of, together
from pipeline.training.quiet import quiet_lightning
from pipeline.training.record import Record
from pipeline.training.restoration import Restoration
from pipeline.training.resume import ResumeState


@dataclass(frozen=True)
class Run:
    """What is trained, and where what it depends on is written down."""

    slug: str
    seed: int
    settings: Callable[[], tuple[System, Training]]  # reads params.yaml at every call
    files: tuple[Path, ...]  # the data files that training reads
    vocabularies: tuple[int, int]  # sizes of source and target, special symbols counted
    ids: Callable[[Sequence[int]], list[str]]  # sentence ids of rows of the training split

    @property
    def name(self) -> str:
        return f"{self.slug} seed {self.seed}"

    @property
    def folder(self) -> Path:
        return run_folder(TRAIN, self.slug, self.seed)

    @property
    def timings(self) -> Path:
        return TIMINGS / "train" / f"{self.slug}-{self.seed}.json"

    def fingerprint(self) -> dict[str, str]:
        """Return what the outcome depends on, as it is in the files now."""
        return fingerprint(*self.settings(), self.seed, self.files)


def fit(run: Run, build: Callable[[], nn.Module], data: TranslationData) -> None:
    """Train the model that ``build`` makes, on ``data``, and write the run's outputs.

    ``build`` is called after the random numbers are seeded. Raises Refusal where the loss is no
    longer a number, or where settings, data or code changed under the run; SystemExit where a
    signal ended it. Nothing is written into the run's folder unless it ends well.

    Where several processes train together (:mod:`pipeline.training.processes`), each of them comes
    here, and the first alone writes.
    """
    system, training = run.settings()
    processes = processes_of(training)
    if processes.leads:
        clear_outputs(run.folder, run.timings)
    with (
        machine_settings(training.threads, training.devices),
        quiet_lightning(),
        interruptible(
            lambda how: processes.say(f"{run.name}: {how}; the same command goes on")
        ) as interruption,
    ):
        before = run.fingerprint()
        torch.manual_seed(run.seed)
        model = build()
        _announce(run, model, system, training, processes)
        folder = run_folder(RESUME, run.slug, run.seed)
        resume = ResumeState(folder, before, lambda text: processes.say(f"{run.name}: {text}"))
        module = TranslationTraining(model, training, run.seed, run.ids, processes)
        device = _train(run, module, data, resume, interruption)
        record = module.record
        interruption.check()
        if not processes.leads:
            return
        changed = differences(before, run.fingerprint())
        if changed:
            raise Refusal(
                f"{run.name}: {', '.join(changed)} changed while training ran; "
                "nothing was written; run it again"
            )
        model.load_state_dict(record.best)
        summary = _summary(run, model, data, record, system, training)
        write_json(run.timings, _timings(record, device, processes))
        write_outputs(run.folder, model, system, run.vocabularies, record, summary)
        resume.clear()


def _train(
    run: Run,
    module: TranslationTraining,
    data: TranslationData,
    resume: ResumeState,
    interruption: Interruption,
) -> str:
    """Train what is left to train, keeping ``module.record``; return the device's name."""
    processes, epochs = module.processes, len(data.plan)
    restored = resume.load() if processes.leads else None
    children = Children()
    callbacks = [
        children,  # first: what the others refuse is then this process's to say
        Restoration(run.name, resume.parts, restored),
        EpochEnd(run.name, epochs, resume, interruption),
    ]
    trainer = make_trainer(module.settings, epochs, callbacks)
    device = trainer.strategy.root_device
    if restored and restored.record.epochs == epochs and processes.count == 1:
        module.go_on_from(restored)  # it was interrupted while it wrote its outputs
    else:
        parts = in_parts(module.model, module.settings.precision, processes.count, device)
        with together(processes, trainer, children), parts as module.parts:
            trainer.fit(module, datamodule=data)
    return str(device)


def _announce(
    run: Run, model: nn.Module, system: System, training: Training, processes: Processes
) -> None:
    """Say what is trained, with the settings as they were resolved."""
    say = processes.say
    shared = f"{processes.count} processes of " if processes.count > 1 else ""
    threads = f"{shared}{torch.get_num_threads()} threads"
    say(f"{run.name}: {model.parameter_count():,} parameters, {threads}")
    say(model.describe())
    for section, settings in ((f"systems.{run.slug}", system), ("training", training)):
        said = [f"{key} {json.dumps(value)}" for key, value in settings.model_dump().items()]
        say(f"{section}: {', '.join(said)}")


def _summary(
    run: Run,
    model: nn.Module,
    data: TranslationData,
    record: Record,
    system: System,
    training: Training,
) -> dict[str, Any]:
    """What the report tells of a run; nothing that depends on the clock."""
    best = record.best_row
    return {
        "system": run.slug,
        "seed": run.seed,
        "parameters": model.parameter_count(),
        "source_vocabulary": run.vocabularies[0],
        "target_vocabulary": run.vocabularies[1],
        "pairs": data.pairs,
        "pairs_dropped_by_cap": data.dropped_by_cap,
        "pairs_longer_than_a_batch": data.oversized,
        "passes": data.passes,
        "epochs": record.epochs,
        "steps": record.steps,
        "skipped_updates": record.skipped,
        "target_tokens": record.target_tokens,
        "pairs_seen": record.pairs,
        "best_epoch": best.epoch,
        "best_validation_loss": best.validation_loss,
        "best_validation_perplexity": best.validation_perplexity,
        "best_attention_entropy": best.attention_entropy,
        "last_train_loss": record.rows[-1].train_loss,
        "last_validation_loss": record.rows[-1].validation_loss,
        "settings": {"system": system.model_dump(), "training": training.model_dump()},
    }


def _timings(record: Record, device: str, processes: Processes) -> dict[str, Any]:
    """What depends on the clock and the machine; epochs before an interruption are counted."""
    return {
        "training_seconds": round(record.training_seconds, 3),
        "validation_seconds": round(record.validation_seconds, 3),
        "tokens_per_second": round(record.target_tokens / record.training_seconds, 1),
        "threads": torch.get_num_threads(),
        "processes": processes.count,
        "device": device,
        "peak_memory_mib": peak_memory_mib(),
    }
