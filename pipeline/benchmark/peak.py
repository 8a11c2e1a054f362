"""What the machine can do: floating point operations a second in a plain matrix product."""

from __future__ import annotations

import time

import torch

SIZES = (256, 512, 1024, 2048)
"""Rows of the square float32 matrices that are tried; small ones fit a processor's caches."""
FIRST_SECONDS = 0.25
"""For every size, when the best one is looked for."""
AGAIN_SECONDS = 0.15
"""Later, when the best size alone is measured again."""


class MatrixProductPeak:
    """The machine's sgemm peak, measured again and again: other work on it comes and goes.

    A measurement is the best of many repeats, so that shares of it are never flattered by a
    moment in which something else ran.
    """

    def __init__(self, device: torch.device, sizes: tuple[int, ...] = SIZES) -> None:
        """Look for the size of the highest rate, with PyTorch's present number of threads."""
        self.device, self.best = device, 0.0
        self.threads = torch.get_num_threads()
        self.size = max(sizes, key=lambda size: self._rate(size, FIRST_SECONDS))

    def measure(self) -> float:
        """Return the rate now, in GFLOP/s (a multiply-add is two operations).

        With the threads of the first time, however few the caller has at the moment.
        """
        before = torch.get_num_threads()
        torch.set_num_threads(self.threads)
        try:
            return self._rate(self.size, AGAIN_SECONDS)
        finally:
            torch.set_num_threads(before)

    def _rate(self, size: int, seconds: float) -> float:
        left, right = (torch.rand(size, size, device=self.device) for _ in range(2))
        out = torch.empty_like(left)
        torch.mm(left, right, out=out)
        shortest, end = float("inf"), time.perf_counter() + seconds
        while time.perf_counter() < end:
            wait_for(self.device)
            begin = time.perf_counter()
            torch.mm(left, right, out=out)
            wait_for(self.device)
            shortest = min(shortest, time.perf_counter() - begin)
        rate = 2 * size**3 / shortest / 1e9
        self.best = max(self.best, rate)
        return rate


def wait_for(device: torch.device) -> None:
    """Wait until ``device`` has done what it was asked; a processor always has."""
    if device.type != "cpu":
        torch.accelerator.synchronize(device)
