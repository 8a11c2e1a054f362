"""A batch computed as two halves side by side, each on half of the processor's threads.

The operations of a recurrent step are too small to be divided: two threads in each operation make a
step 1.3 times as fast as one does, two halves of the batch side by side 1.7 times. There are
two halves whatever the number of threads, so that one thread gives the same sums as two: it
computes them one after the other. A half with two threads or more sums in another order.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import torch
from torch import Tensor, nn

from pipeline.data.batch import Batch, padded_batch

PARTS = 2


class Parts:
    """Losses and gradients of a batch, cut in :data:`PARTS`; at least one sentence in each."""

    def __init__(self, pool: ThreadPoolExecutor) -> None:
        self._pool = pool

    def loss_and_gradient(self, model: nn.Module, batch: Batch, label_smoothing: float) -> Tensor:
        """Set every parameter's ``grad`` to that of the summed loss; return that loss."""
        parameters = list(model.parameters())

        def one(part: Batch) -> tuple[Tensor, tuple[Tensor | None, ...]]:
            loss = model.loss(part, label_smoothing).total
            return loss.detach(), torch.autograd.grad(loss, parameters, allow_unused=True)

        def add(parameter: nn.Parameter, *shares: Tensor | None) -> None:
            known = [share for share in shares if share is not None]
            parameter.grad = _sum(known, like=parameter) if known else None

        losses, gradients = zip(*self._pool.map(one, cut(batch)), strict=True)
        list(self._pool.map(add, parameters, *gradients))
        return torch.stack(losses).sum()

    def losses(self, model: nn.Module, batch: Batch) -> list:
        """The :class:`pipeline.model.interface.Loss` of every part, without gradients."""

        def one(part: Batch):
            with torch.inference_mode():  # a thread has a mode of its own
                return model.loss(part)

        return list(self._pool.map(one, cut(batch)))


def _sum(shares: list[Tensor], like: Tensor) -> Tensor:
    """The sum, laid out in memory as ``like``: the fused optimiser reads no other layout.

    What autograd returns may be a transposed view, or one tensor for two parameters. Of an
    embedding it is the rows that were read: one pass over the vocabulary in place of three.
    """
    if shares[0].is_sparse:
        read = torch.cat([share._indices()[0] for share in shares])
        rows = torch.cat([share._values() for share in shares])
        return torch.ops.aten.embedding_dense_backward(rows, read, len(like), -1, False)
    if len(shares) == 1:
        return torch.empty_like(like).copy_(shares[0])
    total = torch.add(shares[0], shares[1], out=torch.empty_like(like))
    for share in shares[2:]:
        total.add_(share)
    return total


def cut(batch: Batch) -> list[Batch]:
    """The sentences of ``batch`` in parts that follow each other, padded no more than they need."""
    parts = [rows for rows in torch.arange(len(batch.rows)).tensor_split(PARTS) if len(rows)]
    return [
        padded_batch(
            batch.rows[part],
            batch.source[part, : int(batch.source_lengths[part].max())],
            batch.source_lengths[part],
            batch.target[part, : int(batch.target_lengths[part].max())],
            batch.target_lengths[part],
        )
        for part in parts
    ]


@contextmanager
def in_parts(
    model: nn.Module, precision: str, processes: int, device: torch.device
) -> Iterator[Parts | None]:
    """Give what computes the batches of a training of ``model`` in parts.

    None where a batch is better computed whole: on an accelerator, by one of several processes, in
    mixed precision (which a thread switches on for itself), and with dropout (its noise comes from
    one generator, in an order that two threads would leave open). Meanwhile the caller's own
    PyTorch threads are as many as a part's.
    """
    noisy = any(isinstance(module, nn.Dropout) and module.p > 0 for module in model.modules())
    if device.type != "cpu" or processes > 1 or precision != "32" or noisy:
        yield None
        return
    threads = torch.get_num_threads()
    torch.set_num_threads(max(1, threads // PARTS))  # taken over by the pool's threads
    embeddings = [module for module in model.modules() if isinstance(module, nn.Embedding)]
    for embedding in embeddings:
        embedding.sparse = True  # a part's gradient has the rows it read, not the vocabulary's
    try:
        with ThreadPoolExecutor(min(PARTS, threads)) as pool:
            yield Parts(pool)
    finally:
        for embedding in embeddings:
            embedding.sparse = False
        torch.set_num_threads(threads)
