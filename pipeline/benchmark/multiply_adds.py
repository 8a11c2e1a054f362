"""How many multiply-adds a model's equations ask for, counted from its own parts.

Counted are products of matrices and vectors on real tokens, each once: what depends on the source
alone (the keys, the part of a fixed context in every gate) once a sentence. A product with a
weight matrix [m, n] is m * n multiply-adds for a vector. Not counted: looking up embeddings,
biases, gates, softmax, tanh. Positions that a local window or the Transformer's causal mask sets
to zero afterwards are counted, since their products are asked for.

Letters as in pipeline/model/interface.py; S and T are a sentence's own lengths here, ends of
sentence counted.
"""

from __future__ import annotations

from collections.abc import Iterable

from torch import Tensor, nn

from pipeline.data.batch import Batch
from pipeline.model.attention import Attention, MultiHeadAttention
from pipeline.model.recurrent_model import RecurrentModel
from pipeline.model.scores import AdditiveScore, LocationScore
from pipeline.model.transformer import TransformerModel
from pipeline.model.translation import TranslationModel
from pipeline.model.window import PredictiveWindow

FLOP_PER_MULTIPLY_ADD = 2
TRAINING_PASSES = 3
"""A forward pass, and a backward pass of twice as many: one gradient for each of two factors."""

Sizes = tuple[int, int, int, int]
"""Sums over the sentences of a batch: 1, S, T, S * T."""


def training_flop(model: TranslationModel, batch: Batch) -> int:
    """Floating point operations of a training step on ``batch``, forward and backward."""
    forward = sum(forward_multiply_adds(model, batch).values())
    return FLOP_PER_MULTIPLY_ADD * TRAINING_PASSES * forward


def forward_multiply_adds(model: TranslationModel, batch: Batch) -> dict[str, int]:
    """Multiply-adds of the forward pass on ``batch``, by part of the model."""
    if isinstance(model, TransformerModel):
        parts = _transformer(model, batch.source_lengths, batch.target_lengths)
    else:
        parts = _recurrent(model, batch.source_lengths, batch.target_lengths)
    return {name: int(count) for name, count in parts.items()}


def _recurrent(model: RecurrentModel, source: Tensor, target: Tensor) -> dict[str, int]:
    sentences, read, written = len(source), int(source.sum()), int(target.sum())
    pairs = int((source * target).sum())
    decoder, fixed = model.decoder, 0
    if not model.attends and model.system.context == "every-step":
        fixed = model.system.annotation_size
    # Columns of a matrix that read the fixed context are needed once a sentence.
    rows = _rows_that_read(decoder.stack)
    recurrence, of_context = matrices(decoder.stack.parameters()), rows * fixed
    readout = matrices(decoder.readout.parameters())
    in_readout = fixed * (readout_rows(decoder.readout) if fixed else 0)
    parts = {
        "encoder": read * matrices(model.encoder.forward_layers.parameters()),
        "first state": sentences * sum(p.numel() for p in _weights(model.first_state)),
        "fixed context": sentences * (of_context + in_readout),
        "recurrence": written * (recurrence - of_context),
        "readout": written * (readout - in_readout),
        "output layer": written * model.output.weight.numel(),
    }
    if model.encoder.backward_layers is not None:
        parts["encoder"] += read * matrices(model.encoder.backward_layers.parameters())
    if model.attends:
        parts |= _attention(decoder.attention, read, written, pairs)
    return parts


def _attention(
    attention: Attention | MultiHeadAttention, read: int, written: int, pairs: int
) -> dict[str, int]:
    """``read``, ``written``, ``pairs``: sums of S, of T and of S * T over sentences."""
    if isinstance(attention, MultiHeadAttention):
        size = attention.context_size
        per_source = attention.key_weight.numel() + attention.value_weight.numel()
        per_target = attention.query_weight.numel() + attention.output_weight.numel()
        return {
            "keys": read * per_source,
            "scores": written * per_target + pairs * size,
            "contexts": pairs * size,
        }
    score, window = attention.score, attention.window
    known = dict(score.named_parameters())
    per_source = known["attended_weight"].numel() if "attended_weight" in known else 0
    if isinstance(score, AdditiveScore):
        per_target, per_pair = score.state_weight.numel(), score.energy_weight.numel()
    elif isinstance(score, LocationScore):
        per_target, per_pair = score.position_weight.numel(), 0
    else:
        size = known["attended_weight"].shape[0] if known else attention.context_size
        per_target, per_pair = 0, size
    if isinstance(window, PredictiveWindow):
        per_target += window.state_weight.numel() + window.centre_weight.numel()
    return {
        "keys": read * per_source,
        "scores": written * per_target + pairs * per_pair,
        "contexts": pairs * attention.context_size,
    }


def _transformer(model: TransformerModel, source: Tensor, target: Tensor) -> dict[str, int]:
    read, written = int(source.sum()), int(target.sum())
    size = model.output.weight.shape[1]
    crossed = source * target
    layers = model.decoder_layers
    to_source = sum(layer.source_attention.in_proj_weight.numel() for layer in layers)
    own = sum(matrices(layer.parameters()) for layer in layers) - to_source
    # Of W_Q, W_K, W_V side by side, one reads the target and two read the source.
    keys, queries = to_source * 2 // 3, to_source // 3
    attended = {
        "encoder": len(model.encoder.layers) * int((source * source).sum()),
        "recurrence": len(layers) * int((target * target).sum()),
        "scores": len(layers) * int(crossed.sum()),
    }
    return {
        "encoder": read * matrices(model.encoder.parameters()) + 2 * size * attended["encoder"],
        "keys": read * keys,
        "decoder": written * (own + queries) + 2 * size * attended["recurrence"],
        "scores": size * attended["scores"],
        "contexts": size * attended["scores"],
        "output layer": written * model.output.weight.numel(),
    }


def matrices(parameters: Iterable[nn.Parameter]) -> int:
    """Entries of the weight matrices among ``parameters``: the multiply-adds of using each once."""
    return sum(p.numel() for p in parameters if p.dim() == 2)


def _weights(part: nn.Module) -> list[nn.Parameter]:
    return [p for name, p in part.named_parameters() if name.endswith("weight")]


def _rows_that_read(stack: nn.Module) -> int:
    """Rows of the matrix through which inputs enter a stack's lowest layer."""
    for name, parameter in stack.named_parameters():
        if name.endswith(("input_weight", "weight_ih_l0")):
            return parameter.shape[0]
    raise ValueError(f"a stack without an input matrix: {stack}")


def readout_rows(readout: nn.Module) -> int:
    """Rows of the matrix through which the context enters a readout; 0 where it does not."""
    for name in ("context_weight", "weight"):
        parameter = getattr(readout, name, None)
        if parameter is not None:
            return parameter.shape[0]
    return 0
