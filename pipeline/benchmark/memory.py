"""The most memory that a piece of work takes beyond what was held before it."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from pathlib import Path

import torch

CLEAR = Path("/proc/self/clear_refs")
STATUS = Path("/proc/self/status")
MIB = 2**20


def memory_of(work: Callable[[], None], device: torch.device) -> float | None:
    """Run ``work`` and return the growth in MiB; None where the system does not tell.

    On a processor: by how much the process's resident memory rose at most (Linux alone resets its
    record of that), free memory handed back to the system before. On a CUDA device: what PyTorch
    had allocated there at most.
    """
    if device.type == "cuda":
        before = torch.cuda.memory_allocated(device)
        torch.cuda.reset_peak_memory_stats(device)
        work()
        return (torch.cuda.max_memory_allocated(device) - before) / MIB
    before = _reset()
    work()
    return None if before is None else max(0.0, _resident("VmHWM") - before)


def _reset() -> float | None:
    """Have the record of the most resident memory start again at what is resident, in MiB."""
    try:
        ctypes.CDLL(None).malloc_trim(0)
        CLEAR.write_text("5", encoding="utf-8")
        return _resident("VmRSS")
    except (OSError, AttributeError):  # not Linux, or another C library
        return None


def _resident(name: str) -> float:
    for line in STATUS.read_text(encoding="utf-8").splitlines():
        if line.startswith(f"{name}:"):
            return int(line.split()[1]) / 1024
    raise OSError(f"{STATUS} has no {name}")
