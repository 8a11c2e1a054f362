"""PyTorch's multi-head attention, its keys and values kept: each position is projected once.

``nn.MultiheadAttention`` takes vectors and projects all of them at every call, in a search the
whole prefix and the whole source at every step. Here its parameters, its initialisation and the
library's own attention functions are left as they are, and the projection of keys and values is
called by itself. Vaswani et al. (2017), eq. 1 and section 3.2.2.
"""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor, nn


class KeysValues(NamedTuple):
    """What attention needs of X positions of each of N rows, in heads of E / heads features."""

    keys: Tensor  # [N, heads, X, E / heads]
    values: Tensor  # [N, heads, X, E / heads]

    def none_of_it(self) -> KeysValues:
        """The same rows without any position."""
        return KeysValues(*(part.new_zeros(*part.shape[:2], 0, part.shape[3]) for part in self))

    def then(self, later: KeysValues) -> KeysValues:
        """These positions and after them the ``later`` ones of the same rows."""
        pairs = zip(self, later, strict=True)
        return KeysValues(*(torch.cat(pair, dim=2) for pair in pairs))


class SelfAttention(nn.MultiheadAttention):
    """Attention of a block of new positions to all before them and to each other."""

    def forward(
        self, new: Tensor, earlier: KeysValues, allowed: Tensor
    ) -> tuple[Tensor, KeysValues]:
        """new [N, T, E] positions after the t of ``earlier``; allowed [T, t + T] bool.

        Returns [N, T, E] and the keys and values of all t + T.
        """
        projected = nn.functional.linear(new, self.in_proj_weight, self.in_proj_bias)
        queries, *own = _heads(projected, 3, self.num_heads)
        read = earlier.then(KeysValues(*own))
        mixed = nn.functional.scaled_dot_product_attention(
            queries, *read, attn_mask=allowed, dropout_p=self.dropout if self.training else 0.0
        )
        return self.out_proj(mixed.transpose(1, 2).flatten(2)), read


class SourceAttention(nn.MultiheadAttention):
    """Attention to the source, whose keys and values are made once a sentence."""

    def prepare(self, states: Tensor) -> KeysValues:
        """states [B, S, E] of the encoder, to keys and values of its S positions."""
        weight, bias = self.in_proj_weight[self.embed_dim :], self.in_proj_bias[self.embed_dim :]
        projected = nn.functional.linear(states, weight, bias)
        # In one piece, since every step reads them as [B * heads, S, E / heads].
        return KeysValues(*_heads(projected, 2, self.num_heads).contiguous())

    def forward(self, asking: Tensor, source: KeysValues, padding: Tensor) -> tuple[Tensor, Tensor]:
        """asking [B, T, E], padding [B, S] True where nothing is; [B, T, E], weights [B, T, S].

        The weights are the mean over heads.
        """
        # The function projects what it is given as keys and values, then takes the ready ones
        # instead: so it is given no position.
        nothing = asking.new_empty(0, len(asking), self.embed_dim)
        mixed, weights = nn.functional.multi_head_attention_forward(
            asking.transpose(0, 1),
            nothing,
            nothing,
            self.embed_dim,
            self.num_heads,
            self.in_proj_weight,
            self.in_proj_bias,
            bias_k=None,
            bias_v=None,
            add_zero_attn=False,
            dropout_p=self.dropout,
            out_proj_weight=self.out_proj.weight,
            out_proj_bias=self.out_proj.bias,
            training=self.training,
            key_padding_mask=padding,
            static_k=source.keys.flatten(0, 1),
            static_v=source.values.flatten(0, 1),
        )
        return mixed.transpose(0, 1), weights


def _heads(projected: Tensor, parts: int, heads: int) -> Tensor:
    """[N, X, parts * E], one projection beside the other, to [parts, N, heads, X, E / heads]."""
    return projected.unflatten(-1, (parts, heads, -1)).permute(2, 0, 3, 1, 4)
