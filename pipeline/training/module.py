"""The LightningModule: what one step of training and one step of validation do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import pytorch_lightning as lightning
import torch
from torch import Tensor, nn

from pipeline.config.training import Training
from pipeline.data.batch import Batch
from pipeline.data.share import Share, whole
from pipeline.model.interface import Loss
from pipeline.training.optimizer import ClippedUpdate, make_optimizer
from pipeline.training.parts import Parts
from pipeline.training.processes import Processes, summed
from pipeline.training.record import Record
from pipeline.training.resume import Restored
from pipeline.training.schedule import learning_rate
from pipeline.training.tally import Tally
from pipeline.training.watch import Watch

ALONE = Processes()
NOISE_OF_A_RANK = 2**32
"""Seeds of runs lie below 2 to the 31: no two ranks of any two runs have the same noise."""


@dataclass
class Now:
    """What changes from step to step.

    Apart from the module: setting an attribute of an nn.Module costs a search among its parameters.
    """

    target_tokens: int  # trained on since the beginning of the run
    rate: float = 0.0  # of the last update
    batch_rows: list[int] = field(default_factory=list)  # of the training or validation split
    batch_tokens: int = 0  # real target tokens of the batch, over all processes
    losses: Tally = field(default_factory=Tally)  # of the epoch so far
    norms: Tally = field(default_factory=Tally)  # of its updates


class TranslationTraining(lightning.LightningModule):
    """Maximises the likelihood of the target sentences under teacher forcing.

    The loss of an update is the mean over the batch's real target tokens (ends of sentence
    counted); losses over an epoch are sums over all its tokens, divided once. Optimisation is
    "manual" in Lightning's sense: clipping, skipping and the schedule stand here in one place, and
    the loop around them costs less.

    Gradients are those of the sum; the update divides them by the batch's tokens. Several processes
    share every batch, and DDP adds their gradients up: the update is one process's, but for the
    order of sums, and all processes make the same. Loss and norm are summed over the processes on
    the device; the processor asks for them every few updates only (:mod:`pipeline.training.watch`).
    """

    def __init__(
        self,
        model: nn.Module,
        settings: Training,
        seed: int,
        ids: Callable[[Sequence[int]], list[str]],
        processes: Processes = ALONE,
    ) -> None:
        """Wrap ``model``, a TranslationModel, to be trained from the beginning.

        ``ids`` gives the sentence ids of rows of the training split, for messages.
        """
        super().__init__()
        self.automatic_optimization = False
        self.model, self.settings, self.seed, self.processes = model, settings, seed, processes
        self.record = Record()
        self.watch = Watch(ids)
        self.now = Now(0)
        self.parts: Parts | None = None  # where it may compute a batch in parts
        self._optimizer_state: dict | None = None

    def go_on_from(self, restored: Restored) -> None:
        """Take over the state of an interrupted run, before the optimiser is made."""
        self.model.load_state_dict(restored.model)
        self.record, self._optimizer_state = restored.record, restored.optimizer
        self.now = Now(self.record.target_tokens)

    def configure_optimizers(self) -> torch.optim.Optimizer:
        """Called once by Lightning, when the parameters are on their device."""
        settings = self.settings
        optimizer = make_optimizer(settings.optimizer, self.parameters(), settings.learning_rate)
        self._update = ClippedUpdate(optimizer, settings.clip_norm)
        if self._optimizer_state is not None:
            self._update.load(self._optimizer_state)
        self._optimizer_state = None  # a copy that nobody needs any more
        return optimizer

    def optimizer_state(self) -> dict:
        """Return the optimiser's state as it is now."""
        return self._update.state()

    def on_train_epoch_start(self) -> None:
        """Begin the epoch's sums."""
        self.now = Now(self.now.target_tokens)

    def on_before_batch_transfer(self, batch: Batch | Share, dataloader_idx: int) -> Batch:
        """Count the batch on the host, before it goes to a device that one would have to ask."""
        share = batch if isinstance(batch, Share) else whole(batch)
        self.now.batch_rows, self.now.batch_tokens = share.rows, share.tokens
        return share.batch

    def training_step(self, batch: Batch, index: int) -> None:
        """One update."""
        if index == 0:
            # Dropout's noise depends on seed and epoch alone: a resumed run needs no random state.
            # Every process has its own sentences, and so needs noise of its own.
            run = self.seed + NOISE_OF_A_RANK * self.processes.rank
            torch.manual_seed(run * 1_000_003 + self.current_epoch)
        now, record = self.now, self.record
        loss = summed(self._loss_and_gradient(batch))
        now.target_tokens += now.batch_tokens
        now.rate = self._rate(now.target_tokens)
        update = self._update.apply(now.rate, loss, now.batch_tokens)
        record.steps += 1
        record.pairs += len(now.batch_rows)
        now.losses.add(loss, now.batch_tokens)
        now.norms.add(torch.where(update.made, update.norm, torch.nan), 1)
        self.watch.add(record.steps, now.batch_rows, loss, update)

    def _loss_and_gradient(self, batch: Batch) -> Tensor:
        """The loss summed over this process's tokens, in nats; its gradient goes to ``grad``."""
        smoothing = self.settings.label_smoothing
        if self.parts is not None:
            return self.parts.loss_and_gradient(self.model, batch, smoothing)
        if len(batch.rows):
            loss = self.model.loss(batch, smoothing).total
        else:  # no sentence is left for this process; DDP waits for a gradient of every parameter
            loss = sum(parameter.sum() for parameter in self.parameters()) * 0.0
        self._update.optimizer.zero_grad(set_to_none=True)
        with torch.autocast(self.device.type, enabled=False):  # backward repeats forward's types
            # DDP takes the mean over the processes where the sum is meant.
            self.manual_backward(loss * self.processes.count)
        return loss.detach()

    def on_validation_epoch_start(self) -> None:
        """Begin the validation's sums."""
        self.validation_losses, self.validation_entropies = Tally(), Tally()

    def validation_step(self, batch: Batch, index: int) -> None:
        """Add one batch of the validation split, without label smoothing."""
        if len(batch.rows) == 0:
            return
        for loss in self._validation_losses(batch):
            self.validation_losses.add(loss.total, loss.tokens)
            if loss.entropy is not None:
                self.validation_entropies.add(loss.entropy * loss.tokens, loss.tokens)

    def _validation_losses(self, batch: Batch) -> list[Loss]:
        if self.parts is not None:
            return self.parts.losses(self.model, batch)
        with torch.inference_mode():
            return [self.model.loss(batch)]

    def on_validation_epoch_end(self) -> None:
        """Add up what the processes have."""
        for tally in (self.validation_losses, self.validation_entropies):
            tally.join(self.device)

    def _rate(self, tokens: int) -> float:
        s = self.settings
        return learning_rate(tokens, s.target_tokens, s.learning_rate, s.warmup, s.decay)
