"""Several processes train one model: which of them this is, and sums over all of them.

Lightning's DDP starts the processes of one machine and sums their gradients; the first process
alone speaks and writes. The others run the same script: what they may not do they ask here.
"""

from __future__ import annotations

import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import NamedTuple

import pytorch_lightning as lightning
from pytorch_lightning.plugins.environments import LightningEnvironment
from torch import Tensor, distributed

from pipeline.config.training import Training
from pipeline.progress import say
from pipeline.refusal import EXIT_CODE, Refusal

PATIENCE = 10.0
"""Seconds that processes which trained along are given to end by themselves."""


class Processes(NamedTuple):
    """How many processes train together, over all machines, and which of them this one is."""

    count: int = 1
    rank: int = 0

    @property
    def leads(self) -> bool:
        """Whether this process is the one that speaks and writes."""
        return self.rank == 0

    def say(self, message: str) -> None:
        """Say it once, however many processes there are."""
        if self.leads:
            say(message)


def processes_of(settings: Training) -> Processes:
    """Return this process's place; the environment tells it, as Lightning and torchrun set it.

    With one process the environment is not looked at: a batch system's variables mean other things.
    """
    count = settings.devices * settings.nodes
    if count == 1:
        return Processes()
    here = LightningEnvironment()
    return Processes(count, here.node_rank() * settings.devices + here.local_rank())


def is_distributed() -> bool:
    """Whether other processes train along, and can be reached now."""
    return distributed.is_available() and distributed.is_initialized()


def summed(numbers: Tensor) -> Tensor:
    """Return ``numbers`` [...] summed over all processes; itself where there is one.

    On accelerators the sum is queued like any other operation: nobody waits for it.
    """
    if not is_distributed():
        return numbers
    total = numbers.detach().clone()
    distributed.all_reduce(total)
    return total


def gathered(value: object, count: int) -> list:
    """Return every process's ``value`` in the order of ranks (a plain value, sent pickled)."""
    if count == 1:
        return [value]
    values: list = [None] * count
    distributed.all_gather_object(values, value)
    return values


class Children(lightning.Callback):
    """The processes that Lightning started from this one.

    Lightning has a thread look at them every few seconds: it kills this process where one of them
    ended with another code than 0, also one that has nothing more to do. While they train on
    accelerators that thread is needed, since nothing else ends a wait for a process that is gone.
    Otherwise they are taken from it: this process says what happened, and may still have outputs to
    write.
    """

    def __init__(self) -> None:
        self._started: list[subprocess.Popen] = []

    def take(self, trainer: lightning.Trainer) -> None:
        """Take them from Lightning's thread, which ends where it has nobody to look at."""
        watched = getattr(trainer.strategy.launcher, "procs", [])
        self._started += watched
        watched.clear()

    def setup(self, trainer: lightning.Trainer, module: object, stage: str) -> None:
        """Called when the processes can reach each other. With gloo a lost peer is an error."""
        if is_distributed() and distributed.get_backend() == "gloo":
            self.take(trainer)

    def on_exception(self, trainer: lightning.Trainer, module: object, exception: object) -> None:
        """What happened is known here: this process says it."""
        self.take(trainer)

    def wait(self, seconds: float) -> None:
        """Wait for them to end by themselves, no longer than ``seconds`` in all."""
        last = time.monotonic() + seconds
        for child in self._started:
            with suppress(subprocess.TimeoutExpired):
                child.wait(max(0.0, last - time.monotonic()))

    def kill(self) -> None:
        """End those that have not ended."""
        for child in self._started:
            child.kill()


@contextmanager
def together(
    processes: Processes, trainer: lightning.Trainer, children: Children
) -> Iterator[None]:
    """Wrap a training: what ends one process ends all of them, with one message.

    ``children`` is one of the trainer's callbacks. A Refusal is raised by all alike, and said by
    the first. Where another process died, the first says so and ends with code 1. The others write
    nothing, so that they can be ended at any moment.
    """
    if processes.count == 1:
        yield
        return
    try:
        yield
        children.take(trainer)
        _leave()  # before waiting: where each waits for all to leave, they could not
        children.wait(PATIENCE)
    except Refusal:
        if processes.leads:
            raise
        raise SystemExit(EXIT_CODE) from None
    except RuntimeError as error:
        if not _is_of_the_connection(error):
            raise
        processes.say(
            f"training stopped: another of the {processes.count} processes is gone; the same "
            "command goes on after the last finished epoch"
        )
        raise SystemExit(1) from None
    finally:
        children.take(trainer)
        children.kill()
        _leave()


def _leave() -> None:
    if is_distributed():
        distributed.destroy_process_group()


def _is_of_the_connection(error: RuntimeError) -> bool:
    """Whether a peer that ended, or was never there, made the error; gloo has no class of its own.

    Other errors (memory, say) are a process's own, and it says them itself.
    """
    return isinstance(error, distributed.DistError) or "gloo" in str(error).lower()
