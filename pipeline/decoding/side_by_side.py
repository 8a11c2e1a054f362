"""Batches worked on side by side, one processor core each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import torch

Item = TypeVar("Item")
Result = TypeVar("Result")


def side_by_side(work: Callable[[Item], Result], items: Sequence[Item]) -> Iterator[Result]:
    """Yield ``work(item)`` of every item, in the order of ``items``.

    As many items at once as PyTorch has threads, each on a single thread: the operations of a
    search step are too small to be divided (two threads in each gave 1.3 times the speed of one,
    two batches side by side give nearly twice). It also means that the number of threads does not
    change a result. Meanwhile the caller's own PyTorch threads are one.
    """
    threads = torch.get_num_threads()
    torch.set_num_threads(1)  # taken over by the pool's threads when they start
    try:
        with ThreadPoolExecutor(max(1, threads)) as pool:
            yield from pool.map(work, items)
    finally:
        torch.set_num_threads(threads)
