"""The callback that puts a run where it goes on, before its first batch, in every process."""

from __future__ import annotations

import pytorch_lightning as lightning

from pipeline.refusal import Refusal
from pipeline.training.fingerprint import differences
from pipeline.training.module import TranslationTraining
from pipeline.training.processes import gathered
from pipeline.training.resume import Restored


class Restoration(lightning.Callback):
    """Hands the first process's resume state to all; sees that all train the same."""

    def __init__(self, name: str, parts: dict[str, str], restored: Restored | None) -> None:
        """``parts`` is this process's fingerprint; ``restored`` what the first one found."""
        self._name, self._parts, self._restored = name, parts, restored

    def setup(self, trainer: lightning.Trainer, module: TranslationTraining, stage: str) -> None:
        """Called by Lightning when the processes can reach each other.

        Raises Refusal, in all of them, where settings, code or data are not the same on every
        machine.
        """
        for rank, parts in enumerate(gathered(self._parts, module.processes.count)):
            other = differences(parts, self._parts)
            if other:
                raise Refusal(
                    f"{self._name}: {', '.join(other)} of process {rank} are not those of process "
                    f"{module.processes.rank}; every machine needs the same params.yaml, code and "
                    "data/tokens"
                )
        restored = trainer.strategy.broadcast(self._restored)
        if restored is None:
            return
        module.go_on_from(restored)
        # Lightning's own counter goes on too: the data module asks it for the epoch.
        done = trainer.fit_loop.epoch_progress.current
        done.ready = done.started = done.processed = done.completed = restored.record.epochs
