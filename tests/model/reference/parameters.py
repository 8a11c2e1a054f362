"""A model's parameters, by the names in its state dict, put into the equations."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from pipeline.config.system import System
from reference import scores, windows
from reference.activations import Array
from reference.attention import Attention, Score, ScoredAttention, Window
from reference.encoder import Cell
from reference.gru import Gru
from reference.lstm import Lstm
from reference.multi_head import MultiHead
from reference.readout import Attentional, Maxout, Readout, TopState

Parameters = Mapping[str, Array]


def below(parameters: Parameters, prefix: str) -> dict[str, Array]:
    """Entries whose name starts with ``prefix.``, without it."""
    return {
        name.removeprefix(f"{prefix}."): value
        for name, value in parameters.items()
        if name.startswith(f"{prefix}.")
    }


def stack(parameters: Parameters, width: int | None) -> list[Cell]:
    """Cells of a stack; input columns of the first layer from ``width`` on meet a context."""
    if "layers.0.input_weight" in parameters:
        count = sum(name.endswith("input_weight") for name in parameters)
        layers = [below(parameters, f"layers.{number}") for number in range(count)]
        return [_gru(layer, width if n == 0 else None) for n, layer in enumerate(layers)]
    count = sum("weight_ih" in name for name in parameters)
    layers = [
        {
            kind: parameters[f"cells.{kind}_l{number}"]
            for kind in ("weight_ih", "weight_hh", "bias_ih", "bias_hh")
        }
        for number in range(count)
    ]
    return [_lstm(layer, width if n == 0 else None) for n, layer in enumerate(layers)]


def _gru(layer: Parameters, width: int | None) -> Gru:
    W_z, W_r, W = np.split(layer["input_weight"], 3)
    U_z, U_r = np.split(layer["gate_weight"], 2)
    b_z, b_r, b = np.split(layer["bias"], 3)
    cuts = [_cut(matrix, width) for matrix in (W, W_z, W_r)]
    recurrent = (layer["candidate_weight"], U_z, U_r)
    return Gru(*(w for w, _ in cuts), *recurrent, b, b_z, b_r, *(c for _, c in cuts))


def _lstm(layer: Parameters, width: int | None) -> Lstm:
    W_i, W_f, W_g, W_o = (_cut(matrix, width) for matrix in np.split(layer["weight_ih"], 4))
    U_i, U_f, U_g, U_o = np.split(layer["weight_hh"], 4)
    b_i, b_f, b_g, b_o = np.split(layer["bias_ih"] + layer["bias_hh"], 4)
    W = [w for w, _ in (W_i, W_f, W_o, W_g)]
    C = [c for _, c in (W_i, W_f, W_o, W_g)]
    return Lstm(*W, U_i, U_f, U_o, U_g, b_i, b_f, b_o, b_g, *C)


def _cut(matrix: Array, width: int | None) -> tuple[Array, Array | None]:
    """Columns for the input, and those for the context if there are any."""
    if width is None or matrix.shape[1] == width:
        return matrix, None
    return matrix[:, :width], matrix[:, width:]


def attention(system: System, parameters: Parameters) -> Attention:
    """The system's attention, from the parameters below ``decoder.attention``."""
    if system.attention == "multi-head":
        matrices = (f"{kind}_weight" for kind in ("query", "key", "value", "output"))
        return MultiHead(*(parameters[name] for name in matrices), system.attention_heads)
    return ScoredAttention(
        _score(system, below(parameters, "score")), _window(system, below(parameters, "window"))
    )


def _score(system: System, p: Parameters) -> Score:
    kind = system.attention
    if kind == "additive":
        W, U, v = p["state_weight"], p["attended_weight"], p["energy_weight"]
        return lambda s, h: scores.additive(s, h, W, U, v)
    if kind == "concat":
        W = np.concatenate([p["state_weight"], p["attended_weight"]], axis=1)
        return lambda s, h: scores.concat(s, h, W, p["energy_weight"])
    if kind == "concat-identity":
        return lambda s, h: scores.concat_identity(s, h, p["state_weight"], p["energy_weight"])
    if kind == "location":
        return lambda s, h: scores.location(s, h, p["position_weight"])
    products = {
        "dot": lambda s, h: scores.dot(s, h),
        "general": lambda s, h: scores.general(s, h, p["attended_weight"]),
    }
    if system.attention_scale:
        return lambda s, h: scores.scaled(products[kind](s, h), len(s))
    return products[kind]


def _window(system: System, p: Parameters) -> Window:
    half_width, renormalise = system.window_half_width, system.window_renormalise
    if system.window == "monotonic":
        return lambda e, s, t: windows.local_m(e, t, half_width)
    if system.window == "predictive":
        W_p, v_p = p["state_weight"], p["centre_weight"]
        return lambda e, s, t: windows.local_p(e, s, W_p, v_p, half_width, renormalise)
    return lambda e, s, t: windows.global_weights(e)


def readout(system: System, p: Parameters) -> Readout:
    """The system's readout, from the parameters below ``decoder.readout``."""
    if system.readout == "maxout":
        context = p["context_weight"] if p["context_weight"].shape[1] else None
        return Maxout(p["state_weight"], p["word_weight"], context, p["bias"])
    return Attentional(p["weight"]) if system.readout == "attentional" else TopState()
