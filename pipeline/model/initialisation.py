"""How parameters start: by the papers' recipes, or by one that suits Adam at small sizes."""

from __future__ import annotations

import numpy as np
import torch
from torch import nn

from pipeline.model.output_loss import OutputLayer

RECURRENT = ("gate_weight", "candidate_weight", "weight_hh")
ALIGNMENT = ("attention.score.state_weight", "attention.score.attended_weight")
ENERGY = ("energy_weight", "centre_weight")


def initialise(model: nn.Module, recipe: str) -> None:
    """Fill every parameter in place: recipe ``glorot``, ``bahdanau`` or ``luong``.

    bahdanau: recurrent matrices orthogonal; W_a, U_a ~ N(0, 0.001^2); v_a and biases 0; the rest
    N(0, 0.01^2) (Bahdanau et al. 2014, B.1). luong: everything uniform in [-0.1, 0.1] (Luong et
    al. 2015, 4.1). glorot: recurrent matrices orthogonal, biases 0, embeddings N(0, 0.1^2), v_a
    uniform in +-1/sqrt(A), the rest by Glorot & Bengio (2010). The output layer's bias has a
    setting of its own: :func:`initialise_output_bias`.
    """
    fill = {"glorot": _glorot, "bahdanau": _bahdanau, "luong": _luong}[recipe]
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            fill(name, parameter)


def initialise_output_bias(output: OutputLayer, counts: np.ndarray | None) -> None:
    """Fill the output layer's bias in place: log((n_w + 1) / sum (n + 1)), or 0 without ``counts``.

    With counts [V] of the words the first predictions are the words' frequencies. Without such a
    bias a readout of tanh units saturates to serve as one, and hardly learns after that. One is
    added to each count, so that words and special symbols never seen have a finite bias.
    Raises ValueError where there are not as many counts as words.
    """
    with torch.no_grad():
        if counts is None:
            output.bias.zero_()
            return
        words = len(output.bias)
        if counts.shape != (words,):
            raise ValueError(f"counts of shape {counts.shape} for an output layer of {words} words")
        smoothed = torch.from_numpy(counts).double() + 1
        output.bias.copy_((smoothed / smoothed.sum()).log())


def _glorot(name: str, parameter: nn.Parameter) -> None:
    if "norm" in name:
        return  # a layer norm's gain of 1 and offset of 0 are its identity
    if any(part in name for part in RECURRENT):
        _orthogonal(parameter)
    elif name.endswith(ENERGY):
        nn.init.uniform_(parameter, -(len(parameter) ** -0.5), len(parameter) ** -0.5)
    elif "bias" in name:
        nn.init.zeros_(parameter)
    elif "embedding" in name:
        nn.init.normal_(parameter, std=0.1)
    elif parameter.dim() == 3:  # a matrix a layer
        for matrix in parameter:
            nn.init.xavier_uniform_(matrix)
    else:
        nn.init.xavier_uniform_(parameter)


def _bahdanau(name: str, parameter: nn.Parameter) -> None:
    if "norm" in name:
        return
    if any(part in name for part in RECURRENT):
        _orthogonal(parameter)
    elif name.endswith(ENERGY) or "bias" in name:
        nn.init.zeros_(parameter)
    else:
        nn.init.normal_(parameter, std=0.001 if name.endswith(ALIGNMENT) else 0.01)


def _luong(name: str, parameter: nn.Parameter) -> None:
    if "norm" not in name:
        nn.init.uniform_(parameter, -0.1, 0.1)


def _orthogonal(parameter: nn.Parameter) -> None:
    """Each square H x H block of a stacked recurrent matrix [k H, H] orthogonal by itself.

    On one thread: LAPACK's factorisation rounds otherwise on two, and a model would start with
    other digits on a machine with more cores.
    """
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        for block in parameter.split(parameter.shape[1]):
            nn.init.orthogonal_(block)
    finally:
        torch.set_num_threads(threads)
