"""A model's answer for one sentence pair, by the equations alone."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pipeline.data.vocabulary import BOS
from pipeline.model.recurrent_model import RecurrentModel
from pipeline.model.transformer import TransformerModel
from reference import first_state, parameters, transformer
from reference.activations import Array
from reference.decoder_bahdanau import BahdanauDecoder
from reference.decoder_luong import LuongDecoder
from reference.encoder import Encoded, encode
from reference.fixed_context import FixedContextDecoder
from reference.readout import Output


def forced(
    model: RecurrentModel | TransformerModel, source: Sequence[int], target: Sequence[int]
) -> tuple[Array, Array | None]:
    """Log-probabilities of every word [T, V], and weights [T, S] in the source's own order.

    Both sentences end in their end of sentence and hold no padding.
    """
    system = model.system
    p = {name: value.double().numpy() for name, value in model.state_dict().items()}
    order = reading_order(len(source)) if system.reverse_source else list(range(len(source)))
    read = [source[position] for position in order]
    fed = [BOS, *target[:-1]]
    output = Output(p["output.weight"], p["output.bias"])
    if system.family == "transformer":
        memory = transformer.encode(p, system.layers, system.attention_heads, read)
        memory = [memory[place] for place in np.argsort(order)]
        features, weights = transformer.decode(
            p, system.layers, system.attention_heads, memory, fed
        )
        return np.stack([output(x) for x in features]), weights
    return _recurrent(model, p, order, read, fed, output)


def _recurrent(model, p, order, read, fed, output):
    system = model.system
    encoded = _encode(p, read)
    states = _first_states(p, system.initial_state, encoded)
    E = p["decoder.embedding.weight"]
    layers = parameters.stack(parameters.below(p, "decoder.stack"), _word_width(model))
    readout = parameters.readout(system, parameters.below(p, "decoder.readout"))
    before = system.order == "bahdanau"
    if system.attention == "none":
        c = _fixed_context(encoded) if system.context == "every-step" else None
        return FixedContextDecoder(E, layers, readout, output, before).force(states, c, fed), None
    attention = parameters.attention(system, parameters.below(p, "decoder.attention"))
    h = encoded.annotations if system.attention_over == "states" else encoded.embeddings
    h = h[np.argsort(order)]  # back to the sentence's own order
    if before:
        return BahdanauDecoder(E, layers, attention, readout, output).force(states, h, fed)
    luong = LuongDecoder(E, layers, attention, readout, output, system.input_feeding)
    return luong.force(states, h, fed)


def reading_order(length: int) -> list[int]:
    """Positions in the order of a reversed reading: the words turned round, then the end."""
    return [*reversed(range(length - 1)), length - 1]


def _word_width(model: RecurrentModel) -> int:
    """Columns of the first layer that meet its input rather than a context."""
    system = model.system
    return system.embedding + (model.decoder.readout.size if system.input_feeding else 0)


def _encode(p: parameters.Parameters, tokens: Sequence[int]) -> Encoded:
    def layers(direction: str) -> list:
        found = parameters.below(p, f"encoder.{direction}_layers")
        numbers = sorted({int(name.split(".")[0]) for name in found})
        # Layers above the first read annotations, and no layer of an encoder has a context.
        return [
            parameters.stack(parameters.below(found, str(number)), None)[0] for number in numbers
        ]

    backward = layers("backward")
    return encode(p["encoder.embedding.weight"], layers("forward"), backward or None, tokens)


def _first_states(p: parameters.Parameters, kind: str, encoded: Encoded) -> list:
    if kind == "pass":
        return first_state.copied(encoded.forward_last, encoded.backward_first)
    seen = encoded.backward_first or encoded.forward_last
    return first_state.projected(p["first_state.weight"], p["first_state.bias"], seen)


def _fixed_context(encoded: Encoded) -> Array:
    """c = h_Tx; with a backward reader, its last state as well."""
    ends = [encoded.forward_last[-1][0]]
    if encoded.backward_first:
        ends.append(encoded.backward_first[-1][0])
    return np.concatenate(ends)
