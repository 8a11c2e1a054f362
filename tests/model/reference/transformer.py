"""The Transformer of Vaswani et al. 2017, with normalisation before each sublayer.

One position at a time: what a position may attend to is the list of vectors it is handed, so
there is no mask that could be wrong.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np

from reference.activations import Array, softmax

Parameters = Mapping[str, Array]


def layer_norm(x: Array, gain: Array, offset: Array) -> Array:
    """Ba et al. 2016, with 1e-5 under the root as in PyTorch."""
    return gain * (x - x.mean()) / np.sqrt(x.var() + 1e-5) + offset


def attend(p: Parameters, heads: int, x: Array, others: Sequence[Array]) -> tuple[Array, Array]:
    """Multi-head attention (3.2.2) from x [E] to others: result [E], mean weights over heads."""
    W_q, W_k, W_v = np.split(p["in_proj_weight"], 3)
    b_q, b_k, b_v = np.split(p["in_proj_bias"], 3)
    width = len(x) // heads
    results, weights = [], []
    for head in range(heads):
        rows = slice(head * width, (head + 1) * width)
        q = W_q[rows] @ x + b_q[rows]
        scores = [q @ (W_k[rows] @ other + b_k[rows]) / math.sqrt(width) for other in others]
        alpha = softmax(np.array(scores))
        values = [W_v[rows] @ other + b_v[rows] for other in others]
        results.append(sum(a * v for a, v in zip(alpha, values, strict=True)))
        weights.append(alpha)
    joined = p["out_proj.weight"] @ np.concatenate(results) + p["out_proj.bias"]
    return joined, np.mean(weights, axis=0)


def feed_forward(W_1: Array, b_1: Array, W_2: Array, b_2: Array, x: Array) -> Array:
    """W_2 max(0, W_1 x + b_1) + b_2 (3.3)."""
    return W_2 @ np.maximum(0.0, W_1 @ x + b_1) + b_2


def embed(matrix: Array, tokens: Sequence[int]) -> list[Array]:
    """sqrt(E) times a word's vector, plus sin and cos of its position (3.4, 3.5)."""
    size = matrix.shape[1]
    vectors = []
    for position, token in enumerate(tokens):
        x = math.sqrt(size) * matrix[token]
        for k in range(size):
            angle = position / 10_000 ** ((k - k % 2) / size)
            x[k] += math.sin(angle) if k % 2 == 0 else math.cos(angle)
        vectors.append(x)
    return vectors


def encode(p: Parameters, layers: int, heads: int, tokens: Sequence[int]) -> list[Array]:
    """Memory [S] of vectors [E]."""
    xs = embed(p["source_embedding.weight"], tokens)
    for n in range(layers):
        part = _below(p, f"encoder.layers.{n}")
        normed = [layer_norm(x, part["norm1.weight"], part["norm1.bias"]) for x in xs]
        self_attention = _below(part, "self_attn")
        xs = [
            x + attend(self_attention, heads, own, normed)[0]
            for x, own in zip(xs, normed, strict=True)
        ]
        ff = [part[f"linear{k}.{kind}"] for k in (1, 2) for kind in ("weight", "bias")]
        xs = [
            x + feed_forward(*ff, layer_norm(x, part["norm2.weight"], part["norm2.bias"]))
            for x in xs
        ]
    return [layer_norm(x, p["encoder.norm.weight"], p["encoder.norm.bias"]) for x in xs]


def decode(
    p: Parameters, layers: int, heads: int, memory: Sequence[Array], fed: Sequence[int]
) -> tuple[list[Array], Array]:
    """What the output layer sees at each step [T][E], and the last layer's weights [T, S]."""
    xs = embed(p["target_embedding.weight"], fed)
    alphas: list[Array] = []
    for n in range(layers):
        part = _below(p, f"decoder_layers.{n}")
        norms = [(part[f"norms.{k}.weight"], part[f"norms.{k}.bias"]) for k in range(3)]
        ff = [part[f"feed_forward.{k}.{kind}"] for k in (0, 3) for kind in ("weight", "bias")]
        normed = [layer_norm(x, *norms[0]) for x in xs]
        above, alphas = [], []
        for t, x in enumerate(xs):
            read = normed[: t + 1]  # never what is still to come
            x = x + attend(_below(part, "self_attention"), heads, normed[t], read)[0]
            asked = layer_norm(x, *norms[1])
            found, alpha = attend(_below(part, "source_attention"), heads, asked, memory)
            x = x + found
            above.append(x + feed_forward(*ff, layer_norm(x, *norms[2])))
            alphas.append(alpha)
        xs = above
    last = (p["decoder_norm.weight"], p["decoder_norm.bias"])
    return [layer_norm(x, *last) for x in xs], np.stack(alphas)


def _below(p: Parameters, prefix: str) -> dict[str, Array]:
    return {
        name.removeprefix(f"{prefix}."): value
        for name, value in p.items()
        if name.startswith(f"{prefix}.")
    }
