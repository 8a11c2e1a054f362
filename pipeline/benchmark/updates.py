"""Updates of one system on one batch, timed one at a time, so that systems can take turns."""

from __future__ import annotations

import time

import torch
from torch import Tensor

from pipeline.benchmark.memory import memory_of
from pipeline.benchmark.peak import wait_for
from pipeline.config.training import Training
from pipeline.data.batch import Batch
from pipeline.model.translation import TranslationModel
from pipeline.training.optimizer import ClippedUpdate, make_optimizer
from pipeline.training.parts import Parts, in_parts


class Updates:
    """``model`` and its optimiser, and the batch that every update is made on."""

    def __init__(
        self, model: TranslationModel, batch: Batch, training: Training, device: torch.device
    ) -> None:
        """Model and batch are on ``device`` already; learning begins with the first update."""
        self.model, self.batch, self._training, self._device = model, batch, training, device
        optimizer = make_optimizer(training.optimizer, model.parameters(), training.learning_rate)
        self._update = ClippedUpdate(optimizer, training.clip_norm)

    def memory(self) -> float | None:
        """MiB of an update beyond weights and the optimiser's state, after one that makes these."""
        with in_parts(self.model, self._training.precision, 1, self._device) as parts:
            self._one(parts)
            return memory_of(lambda: self._one(parts), self._device)

    def turn(self) -> float:
        """Seconds of an update that follows one which wakes the threads and fills the caches."""
        with in_parts(self.model, self._training.precision, 1, self._device) as parts:
            self._one(parts)
            wait_for(self._device)
            begin = time.perf_counter()
            self._one(parts)
            wait_for(self._device)
            return time.perf_counter() - begin

    def _one(self, parts: Parts | None) -> None:
        loss = self._loss_and_gradient(parts)
        self._update.apply(self._training.learning_rate, loss, self.batch.target.numel())
        self._update.optimizer.zero_grad(set_to_none=True)

    def _loss_and_gradient(self, parts: Parts | None) -> Tensor:
        """The summed loss, as training computes it, in the same precision, without Lightning."""
        smoothing = self._training.label_smoothing
        if parts is not None:
            return parts.loss_and_gradient(self.model, self.batch, smoothing)
        # Lightning's context for bf16-mixed; backward repeats forward's types outside of it.
        mixed = self._training.precision == "bf16"
        with torch.autocast(self._device.type, torch.bfloat16, enabled=mixed, cache_enabled=False):
            loss = self.model.loss(self.batch, smoothing).total
        loss.backward()
        return loss
