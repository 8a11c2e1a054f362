"""The callback that closes each epoch: its row, its line, the best weights, the resume state."""

from __future__ import annotations

import math
import sys
import time
from contextlib import ExitStack

import pytorch_lightning as lightning

from pipeline.interruption import Interruption
from pipeline.plural import so_many
from pipeline.progress import progress
from pipeline.refusal import Refusal
from pipeline.training.history import EpochRow, perplexity
from pipeline.training.module import TranslationTraining
from pipeline.training.resume import ResumeState
from pipeline.training.watch import ADVICE


class EpochEnd(lightning.Callback):
    """Keeps the record of a run, and shows how far it is."""

    def __init__(
        self, name: str, epochs: int, resume: ResumeState, interruption: Interruption
    ) -> None:
        """``name`` begins every line; ``epochs`` is the number of the whole run."""
        self._name, self._epochs = name, epochs
        self._resume, self._interruption = resume, interruption
        self._open = ExitStack()
        self._bar = None

    def on_train_start(self, trainer: lightning.Trainer, module: TranslationTraining) -> None:
        """Show a bar on a terminal; the time left that it shows is the whole run's."""
        self._started, self._tokens_before = time.monotonic(), module.now.target_tokens
        self._leads = module.processes.leads
        if self._leads and sys.stderr.isatty():
            left = module.settings.target_tokens - module.now.target_tokens
            self._bar = self._open.enter_context(progress(self._name, left, "target tokens"))
            self._advanced = module.now.target_tokens

    def on_train_epoch_start(self, trainer: lightning.Trainer, module: TranslationTraining) -> None:
        """Look at the clock."""
        self._epoch_started = time.monotonic()
        self._epoch_tokens_before = module.now.target_tokens

    def on_train_batch_end(self, trainer, module: TranslationTraining, *_: object) -> None:
        """Leave if a signal came; move the bar."""
        self._interruption.check()
        if self._bar is not None:
            self._bar.advance(module.now.target_tokens - self._advanced)
            self._advanced = module.now.target_tokens

    def on_validation_start(self, trainer: lightning.Trainer, module: TranslationTraining) -> None:
        """Close the training part of the epoch; the last losses are looked at before validating."""
        module.watch.examine()
        self._validation_started = time.monotonic()

    def on_validation_end(self, trainer: lightning.Trainer, module: TranslationTraining) -> None:
        """Look at the clock."""
        self._validation_ended = time.monotonic()

    def on_train_epoch_end(self, trainer: lightning.Trainer, module: TranslationTraining) -> None:
        """Close the epoch: a row, the best weights, the resume state, a line."""
        record = module.record
        training_seconds = self._validation_started - self._epoch_started
        record.training_seconds += training_seconds
        record.validation_seconds += self._validation_ended - self._validation_started
        record.skipped += module.watch.skipped
        module.watch.skipped = 0
        row = self._row(module, record.epochs + 1)
        is_best = record.finish_epoch(row, module.model.state_dict())
        if self._leads:
            self._resume.save(module.model.state_dict(), module.optimizer_state(), record)
        self._interruption.check()
        module.processes.say(self._line(module, row, training_seconds, is_best))

    def on_train_end(self, trainer: lightning.Trainer, module: TranslationTraining) -> None:
        """Take the bar away."""
        self._open.close()

    def on_exception(self, trainer, module, exception: BaseException) -> None:
        """Take the bar away, so that the message stands on a line of its own."""
        self._open.close()

    def _row(self, module: TranslationTraining, epoch: int) -> EpochRow:
        loss = module.validation_losses.mean()
        if loss is None or not math.isfinite(loss):
            raise Refusal(f"{self._name}: validation loss {loss} after epoch {epoch}. {ADVICE}")
        return EpochRow(
            epoch=epoch,
            target_tokens=module.now.target_tokens,
            learning_rate=module.now.rate,
            train_loss=module.now.losses.mean(),
            validation_loss=loss,
            validation_perplexity=perplexity(loss),
            attention_entropy=module.validation_entropies.mean(),
            gradient_norm=module.now.norms.finite_mean(),
        )

    def _line(
        self, module: TranslationTraining, row: EpochRow, seconds: float, is_best: bool
    ) -> str:
        budget = module.settings.target_tokens
        done = module.now.target_tokens - self._tokens_before  # by this process
        left = (time.monotonic() - self._started) / done * max(budget - module.now.target_tokens, 0)
        entropy = (
            ""
            if row.attention_entropy is None
            else f"attention entropy {row.attention_entropy:.2f}, "
        )
        wild = module.record.skipped
        skipped = f"{so_many(wild, 'update')} skipped, " if wild else ""
        speed = (module.now.target_tokens - self._epoch_tokens_before) / seconds
        return (
            f"{self._name}: epoch {row.epoch} of {self._epochs}, "
            f"{row.target_tokens:,} of {budget:,} target tokens, train {row.train_loss:.3f}, "
            f"validation {row.validation_loss:.3f} (perplexity {row.validation_perplexity:.1f}"
            f"{', best so far' if is_best else ''}), {entropy}{skipped}"
            f"{speed:,.0f} tokens/s, about {left:.0f} s left"
        )
