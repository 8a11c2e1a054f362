"""The LightningModule: what one step of training and one step of validation do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import pytorch_lightning as lightning
import torch
from torch import nn

from pipeline.config.training import Training
from pipeline.data.batch import Batch
from pipeline.training.optimizer import ClippedUpdate, make_optimizer
from pipeline.training.record import Record
from pipeline.training.schedule import learning_rate
from pipeline.training.tally import Tally
from pipeline.training.watch import Watch


@dataclass
class Now:
    """What changes from step to step.

    Apart from the module: setting an attribute of an nn.Module costs a search among its parameters.
    """

    target_tokens: int  # trained on since the beginning of the run
    rate: float = 0.0  # of the last update
    batch_rows: list[int] = field(default_factory=list)  # of the training or validation split
    batch_tokens: int = 0  # real target tokens of the batch
    losses: Tally = field(default_factory=Tally)  # of the epoch so far
    norms: Tally = field(default_factory=Tally)  # of its updates


class TranslationTraining(lightning.LightningModule):
    """Maximises the likelihood of the target sentences under teacher forcing.

    The loss of an update is the mean over the batch's real target tokens (ends of sentence
    counted); losses over an epoch are sums over all its tokens, divided once. Optimisation is
    "manual" in Lightning's sense: clipping, skipping and the schedule stand here in one place, and
    the loop around them costs less.
    """

    def __init__(
        self,
        model: nn.Module,
        settings: Training,
        seed: int,
        record: Record,
        ids: Callable[[Sequence[int]], list[str]],
        optimizer_state: dict | None = None,
    ) -> None:
        """Wrap ``model``, a TranslationModel, to go on from ``record`` (an empty one: to begin).

        ``ids`` gives the sentence ids of rows of the training split, for messages;
        ``optimizer_state`` belongs to ``record``.
        """
        super().__init__()
        self.automatic_optimization = False
        self.model, self.settings, self.seed, self.record = model, settings, seed, record
        self.watch = Watch(ids)
        self.now = Now(record.target_tokens)
        self._optimizer_state = optimizer_state

    def configure_optimizers(self) -> torch.optim.Optimizer:
        """Called once by Lightning, when the parameters are on their device."""
        settings = self.settings
        optimizer = make_optimizer(settings.optimizer, self.parameters(), settings.learning_rate)
        if self._optimizer_state is not None:
            optimizer.load_state_dict(self._optimizer_state)
        self._optimizer_state = None  # a copy that nobody needs any more
        self._update = ClippedUpdate(optimizer, settings.clip_norm)
        return optimizer

    def optimizer_state(self) -> dict:
        """Return the optimiser's state as it is now."""
        return self._update.optimizer.state_dict()

    def on_train_epoch_start(self) -> None:
        """Begin the epoch's sums."""
        self.now = Now(self.now.target_tokens)

    def on_before_batch_transfer(self, batch: Batch, dataloader_idx: int) -> Batch:
        """Count the batch on the host, before it goes to a device that one would have to ask."""
        self.now.batch_rows = batch.rows.tolist()
        self.now.batch_tokens = int(batch.target_lengths.sum())
        return batch

    def training_step(self, batch: Batch, index: int) -> None:
        """One update."""
        if index == 0:
            # Dropout's noise depends on seed and epoch alone: a resumed run needs no random state.
            torch.manual_seed(self.seed * 1_000_003 + self.current_epoch)
        now, record = self.now, self.record
        loss = self.model.loss(batch, self.settings.label_smoothing).total
        self._update.optimizer.zero_grad(set_to_none=True)
        with torch.autocast(self.device.type, enabled=False):  # backward repeats forward's types
            self.manual_backward(loss / now.batch_tokens)
        now.target_tokens += now.batch_tokens
        now.rate = self._rate(now.target_tokens)
        norm = self._update.apply(now.rate, loss)
        record.steps += 1
        record.pairs += len(now.batch_rows)
        now.losses.add(loss, now.batch_tokens)
        now.norms.add(norm, 1)
        self.watch.add(record.steps, now.batch_rows, loss, norm)

    def on_validation_epoch_start(self) -> None:
        """Begin the validation's sums."""
        self.validation_losses, self.validation_entropies = Tally(), Tally()

    def validation_step(self, batch: Batch, index: int) -> None:
        """Add one batch of the validation split, without label smoothing."""
        tokens = self.now.batch_tokens
        with torch.inference_mode():
            loss = self.model.loss(batch)
        self.validation_losses.add(loss.total, tokens)
        if loss.entropy is not None:
            self.validation_entropies.add(loss.entropy * tokens, tokens)

    def _rate(self, tokens: int) -> float:
        s = self.settings
        return learning_rate(tokens, s.target_tokens, s.learning_rate, s.warmup, s.decay)
