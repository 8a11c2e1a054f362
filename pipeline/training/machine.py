"""The machine that a run trains on: threads, determinism, Lightning's trainer, memory used."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytorch_lightning as lightning
import torch
from pytorch_lightning.plugins.environments import LightningEnvironment
from pytorch_lightning.strategies import DDPStrategy
from pytorch_lightning.utilities.exceptions import MisconfigurationException

from pipeline.config.training import Training
from pipeline.refusal import Refusal

PRECISIONS = {"32": "32-true", "bf16": "bf16-mixed"}
"""params.yaml's words -> Lightning's."""


@contextmanager
def machine_settings(threads: int | None, processes: int = 1) -> Iterator[None]:
    """Set PyTorch's threads and have it sum in a fixed order; both are set back afterwards.

    ``threads`` are each process's (None: the cores that PyTorch finds, shared out among the
    ``processes`` of this machine).
    """
    before = torch.get_num_threads()
    deterministic = torch.are_deterministic_algorithms_enabled()
    warning_only = torch.is_deterministic_algorithms_warn_only_enabled()
    filling = torch.utils.deterministic.fill_uninitialized_memory
    os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")  # cuBLAS sums in one order with it
    torch.use_deterministic_algorithms(True, warn_only=True)
    # Filling fresh memory would cost a pass over it, and guards only against reading it unwritten.
    torch.utils.deterministic.fill_uninitialized_memory = False
    if threads is None and processes > 1:
        threads = max(1, (os.cpu_count() or 1) // processes)
    if threads is not None:
        torch.set_num_threads(threads)
    said = os.environ.get("OMP_NUM_THREADS")
    if processes > 1:  # Lightning would choose the threads by itself
        os.environ["OMP_NUM_THREADS"] = str(torch.get_num_threads())
    try:
        yield
    finally:
        torch.set_num_threads(before)
        if said is None:
            os.environ.pop("OMP_NUM_THREADS", None)
        else:
            os.environ["OMP_NUM_THREADS"] = said
        torch.use_deterministic_algorithms(deterministic, warn_only=warning_only)
        torch.utils.deterministic.fill_uninitialized_memory = filling


def make_trainer(
    settings: Training, epochs: int, callbacks: list[lightning.Callback]
) -> lightning.Trainer:
    """Return a trainer for ``epochs`` epochs that writes no file and says nothing.

    Raises Refusal where the accelerator is not there, or not so many of them.
    """
    alone = settings.devices * settings.nodes == 1
    try:
        return lightning.Trainer(
            accelerator=settings.accelerator,
            devices=settings.devices,
            num_nodes=settings.nodes,
            strategy="auto" if alone else DDPStrategy(broadcast_buffers=False),
            precision=PRECISIONS[settings.precision],
            max_epochs=epochs,
            reload_dataloaders_every_n_epochs=1,  # every epoch of the plan has its own batches
            use_distributed_sampler=False,
            num_sanity_val_steps=0,
            callbacks=callbacks,
            plugins=[LightningEnvironment()],  # a batch system's variables are not ours to obey
            logger=False,
            enable_checkpointing=False,
            enable_progress_bar=False,
            enable_model_summary=False,
        )
    except MisconfigurationException as error:
        raise Refusal(
            f"params.yaml: training.accelerator: {settings.accelerator} is not usable here with "
            f"training.devices {settings.devices} ({error}); allowed: auto, cpu, gpu, and at most "
            "as many devices as there are"
        ) from None


def peak_memory_mib() -> int | None:
    """Return the most memory that this process held resident so far; None where unknown."""
    try:
        import resource
    except ImportError:  # not on Windows
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return round(peak / (2**20 if sys.platform == "darwin" else 2**10))
