"""The most probable next tokens of every row, without sorting the vocabulary."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import torch
from torch import Tensor

from pipeline.data.vocabulary import BOS, EOS, PAD

BLOCK = 64
"""Tokens a block: a row is read once for its blocks' maxima, then only in its best blocks."""


class BestTokens(NamedTuple):
    """The k best next tokens of R rows, best first; of equal ones the lower id first."""

    log_probabilities: Tensor  # [R, k] nats; -inf where fewer than k tokens are allowed
    tokens: Tensor  # [R, k]

    def by_sentence(self, sentences: int) -> BestTokens:
        """[L * W, k] to [L, W, k], the W rows of each of L ``sentences`` being side by side."""
        return BestTokens(*(part.unflatten(0, (sentences, -1)) for part in self))


def best_tokens(
    logits: Tensor, count: int, barred: Sequence[int] = (), end_barred: Tensor | None = None
) -> BestTokens:
    """Return the ``count`` best tokens (all V where there are fewer) by logits [R, V].

    ``barred`` tokens, padding and the beginning of sentence are never chosen, nor is the end of
    sentence in rows where ``end_barred`` [R] is True. Barring happens after the softmax: a barred
    token keeps its probability, and the others' log-probabilities stay what the model says, as in
    the code of Bahdanau et al.
    """
    # The full log-softmax on purpose: on a CPU it is one fused pass and takes about half the time
    # of torch.logsumexp, which makes three. The copy is ours to overwrite.
    log_probabilities = logits.float().log_softmax(-1)
    log_probabilities[:, [PAD, BOS, *barred]] = -torch.inf
    if end_barred is not None:
        log_probabilities[:, EOS].masked_fill_(end_barred, -torch.inf)
    return take_best(log_probabilities, count)


def take_best(values: Tensor, count: int) -> BestTokens:
    """Return the ``count`` largest (at most V) of every row of values [R, V], which is overwritten.

    Faster than torch.topk, which reads the whole row with a heap, and of equal values the one in
    the lower column always comes first, which topk does not promise.
    """
    width = values.shape[1]
    within = torch.arange(BLOCK, device=values.device)
    maxima = _block_maxima(values)  # [R, V / BLOCK]
    best, tokens = [], []
    for _ in range(min(count, width)):
        block = maxima.argmax(1, keepdim=True)  # [R, 1]; the first of equal ones
        # The last block may be shorter: its columns past the end repeat the last one.
        columns = (block * BLOCK + within).clamp_(max=width - 1)  # [R, BLOCK]
        members = values.gather(1, columns)
        place = members.argmax(1, keepdim=True)
        token = columns.gather(1, place)
        best.append(members.gather(1, place))
        tokens.append(token)
        members.masked_fill_(columns == token, -torch.inf)
        values.scatter_(1, token, -torch.inf)
        maxima.scatter_(1, block, members.amax(1, keepdim=True))
    return BestTokens(torch.cat(best, 1), torch.cat(tokens, 1))


def _block_maxima(values: Tensor) -> Tensor:
    """The largest value in every BLOCK columns of values [R, V]; the last block may be shorter."""
    whole = values.shape[1] // BLOCK * BLOCK
    maxima = values[:, :whole].unflatten(1, (-1, BLOCK)).amax(2) if whole else values[:, :0]
    if whole == values.shape[1]:
        return maxima
    return torch.cat([maxima, values[:, whole:].amax(1, keepdim=True)], 1)
