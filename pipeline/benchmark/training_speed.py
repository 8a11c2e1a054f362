"""How fast a system trains: real updates by the pipeline's own module in Lightning's own loop.

Lots of batches and measurements of the machine's peak take turns, so that a share of the peak
compares what was measured within the same seconds.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import pytorch_lightning as lightning
from torch import Tensor
from torch.utils.data import DataLoader

from pipeline.benchmark.multiply_adds import training_flop
from pipeline.benchmark.peak import MatrixProductPeak, wait_for
from pipeline.benchmark.workload import TrainingBatches
from pipeline.config.training import Training
from pipeline.data.batch import Batch
from pipeline.data.module import PlannedBatches
from pipeline.model.interface import Loss
from pipeline.model.translation import TranslationModel
from pipeline.training.machine import make_trainer
from pipeline.training.module import TranslationTraining
from pipeline.training.parts import in_parts
from pipeline.training.quiet import quiet_lightning

WARM_UP = 2
"""Updates before the first that counts: fresh memory, first calls, the optimiser's state."""


@dataclass
class Lot:
    """What was measured over some updates; seconds, and operations on real tokens."""

    peak_before: float
    seconds: float = 0.0
    tokens: int = 0
    flop: int = 0
    stages: dict[str, float] = field(
        default_factory=lambda: dict.fromkeys(("forward", "backward", "optimizer"), 0.0)
    )
    peak_after: float = 0.0

    @property
    def share(self) -> float:
        """Of the peak around the lot."""
        return self.flop / self.seconds / 1e9 / ((self.peak_before + self.peak_after) / 2)


class ClockedTraining(TranslationTraining):
    """The pipeline's training module with a look at the clock between its stages."""

    lot: Lot | None = None

    def on_fit_start(self) -> None:
        """Have the model tell how long a forward pass took: of each part, if there are several."""
        self._forward: list[float] = []
        forward = self.model.loss

        def timed(*arguments, **options) -> Loss:
            begin = time.perf_counter()
            loss = forward(*arguments, **options)
            self._forward.append(time.perf_counter() - begin)
            return loss

        self.model.loss = timed

    def training_step(self, batch: Batch, index: int) -> None:
        """One update."""
        begin = time.perf_counter()
        super().training_step(batch, index)
        if self.lot is not None:
            self.lot.stages["optimizer"] += time.perf_counter() - begin - self._gradient
            self.lot.tokens += self.now.batch_tokens
            self.lot.flop += training_flop(self.model, batch)

    def _loss_and_gradient(self, batch: Batch) -> Tensor:
        self._forward.clear()
        begin = time.perf_counter()
        loss = super()._loss_and_gradient(batch)
        self._gradient = time.perf_counter() - begin
        if self.lot is not None:
            forward = statistics.fmean(self._forward)  # parts are computed at the same time
            self.lot.stages["forward"] += forward
            self.lot.stages["backward"] += self._gradient - forward
        return loss


class Lots(lightning.Callback):
    """Begins and ends lots, measures the peak between them, and stops when the time is up."""

    def __init__(self, peak: MatrixProductPeak, per_lot: int, seconds: float) -> None:
        self.lots: list[Lot] = []
        self._peak, self._per_lot, self._seconds = peak, per_lot, seconds

    def on_train_batch_end(self, trainer, module: ClockedTraining, outputs, batch, index) -> None:
        """Count updates."""
        done = index + 1 - WARM_UP
        if done < 0 or done % self._per_lot:
            return
        wait_for(module.device)
        now = time.perf_counter()
        peak = self._peak.measure()
        if module.lot is None:
            self._end = now + self._seconds
        else:
            module.lot.seconds = now - self._started
            module.lot.peak_after = peak
            self.lots.append(module.lot)
            # Another lot only where it fits into the time.
            if now + module.lot.seconds > self._end:
                trainer.should_stop = True
        module.lot = Lot(peak_before=peak)
        self._started = time.perf_counter()


def training_speed(
    model: TranslationModel,
    batches: TrainingBatches,
    training: Training,
    peak: MatrixProductPeak,
    seconds: float,
) -> dict:
    """Train ``model`` for about ``seconds`` (one lot of batches at least) and say how fast.

    Seconds of a lot are all that passes between its updates: fetching batches and Lightning's own
    loop too (``loop_share``).
    """
    clock = Lots(peak, len(batches.lots[0]), seconds)
    module = train(model, batches, training, clock)
    return summary(clock.lots, module.device.type == "cpu")


def train(
    model: TranslationModel,
    batches: TrainingBatches,
    training: Training,
    callback: lightning.Callback,
) -> ClockedTraining:
    """Train ``model`` in Lightning's loop until ``callback`` has it stop.

    Batches come lot by lot, again and again, after the :data:`WARM_UP`.
    """
    rows = [batch for lot in batches.lots for batch in lot]
    loader = DataLoader(
        PlannedBatches(_Cycle(rows[-WARM_UP:], rows), batches.source, batches.target),
        batch_size=None,
        collate_fn=lambda batch: batch,
        num_workers=0,
    )
    module = ClockedTraining(model, training, 1, lambda rows: [str(row) for row in rows])
    with quiet_lightning():
        trainer = make_trainer(training, 1, [callback])
        device = trainer.strategy.root_device
        with in_parts(model, training.precision, 1, device) as module.parts:
            trainer.fit(module, train_dataloaders=loader)
    return module


class _Cycle(Sequence):
    """``first``, then ``again`` over and over: more batches than anybody has time for."""

    def __init__(self, first: list[np.ndarray], again: list[np.ndarray]) -> None:
        self._first, self._again = first, again

    def __len__(self) -> int:
        return 10**9

    def __getitem__(self, place: int) -> np.ndarray:
        if place < len(self._first):
            return self._first[place]
        return self._again[(place - len(self._first)) % len(self._again)]


def summary(lots: list[Lot], clocked: bool) -> dict:
    """Of all lots; ``clocked``: whether the stages' seconds mean something.

    An accelerator works on while the host goes ahead, so only whole lots are timed there.
    """
    seconds = sum(lot.seconds for lot in lots)
    shares = {
        name: sum(lot.stages[name] for lot in lots) / seconds if clocked else None
        for name in ("forward", "backward", "optimizer")
    }
    loop = 1 - sum(shares.values()) if clocked else None
    return {
        "tokens_per_second": sum(lot.tokens for lot in lots) / seconds,
        "share_of_peak": statistics.median(lot.share for lot in lots),
        "best_share_of_peak": max(lot.share for lot in lots),
        "gflops": sum(lot.flop for lot in lots) / seconds / 1e9,
        "sgemm_peak": statistics.mean((lot.peak_before + lot.peak_after) / 2 for lot in lots),
        "forward_share": shares["forward"],
        "backward_share": shares["backward"],
        "optimizer_share": shares["optimizer"],
        "loop_share": loop,
        "lots": len(lots),
        "tokens": sum(lot.tokens for lot in lots),
    }
