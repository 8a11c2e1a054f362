"""From a system's settings to its modules: the one place that turns names into objects."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from torch import nn

from pipeline.config.system import System
from pipeline.config.system_relations import system_complaints
from pipeline.model.attention import Attention, MultiHeadAttention
from pipeline.model.encoder import RecurrentEncoder
from pipeline.model.initialisation import initialise, initialise_output_bias
from pipeline.model.output_loss import OutputLayer
from pipeline.model.readout import AttentionalReadout, MaxoutReadout, Readout, StateReadout
from pipeline.model.recurrent import GatedStack, LstmStack
from pipeline.model.recurrent_model import Decoder, RecurrentModel
from pipeline.model.scores import (
    AdditiveScore,
    ConcatIdentityScore,
    DotScore,
    GeneralScore,
    LocationScore,
    Score,
)
from pipeline.model.start import BridgedStart, PassedStart
from pipeline.model.stepwise_decoder import AttendFirstDecoder, InputFeedingDecoder
from pipeline.model.transformer import TransformerModel
from pipeline.model.translation import TranslationModel
from pipeline.model.whole_decoder import WholeTargetDecoder
from pipeline.model.window import MonotonicWindow, PredictiveWindow
from pipeline.refusal import Refusal


def build_model(
    system: System,
    source_vocabulary: int,
    target_vocabulary: int,
    target_counts: np.ndarray | None = None,
) -> TranslationModel:
    """A system with fresh parameters; vocabulary sizes count the four special symbols.

    ``target_counts`` [V] are how often each target word is in the training data, for
    ``output_bias: unigram``; who is about to load trained weights gives none.
    Raises Refusal where settings make no sense together.
    """
    complaints = list(system_complaints(system))
    if complaints:
        raise Refusal("; ".join(complaints))
    if system.family == "transformer":
        model = TransformerModel(system, source_vocabulary, target_vocabulary)
    else:
        model = _recurrent(system, source_vocabulary, target_vocabulary)
    initialise(model, system.initialisation)
    unigram = system.output_bias == "unigram" and target_counts is not None
    initialise_output_bias(model.output, target_counts if unigram else None)
    return model


def _recurrent(system: System, source_vocabulary: int, target_vocabulary: int) -> RecurrentModel:
    make_stack = LstmStack if system.cell == "lstm" else GatedStack
    encoder = RecurrentEncoder(
        source_vocabulary,
        system.embedding,
        system.encoder_hidden,
        system.layers,
        bidirectional=system.encoder == "bidirectional",
        reverse_source=system.reverse_source,
        dropout=system.dropout,
        make_stack=make_stack,
    )
    decoder = _decoder(system, target_vocabulary, make_stack)
    output = OutputLayer(decoder.readout.size, target_vocabulary)
    return RecurrentModel(system, encoder, _start(system), decoder, output)


def _start(system: System) -> BridgedStart | PassedStart:
    if system.initial_state == "bridge":
        has_cell = system.cell == "lstm"
        return BridgedStart(system.encoder_hidden, system.hidden, system.layers, has_cell)
    return PassedStart()


def _decoder(system: System, vocabulary: int, make_stack: Callable) -> Decoder:
    attention = _attention(system)
    if attention is not None:
        context = attention.context_size
    else:
        context = system.annotation_size if system.context == "every-step" else 0
    readout = _readout(system, context)
    attends_first = attention is not None and system.order == "bahdanau"
    fixed_every_step = attention is None and context > 0
    entering = system.embedding
    if attends_first or fixed_every_step:
        entering += context
    elif system.input_feeding:
        entering += readout.size
    embedding = nn.Embedding(vocabulary, system.embedding)
    stack = make_stack(entering, system.hidden, system.layers, system.dropout)
    if attends_first:
        return AttendFirstDecoder(embedding, stack, attention, readout, system.dropout)
    if system.input_feeding:
        return InputFeedingDecoder(embedding, stack, attention, readout, system.dropout)
    before = system.order == "bahdanau"
    return WholeTargetDecoder(embedding, stack, attention, readout, system.dropout, before)


def _readout(system: System, context: int) -> Readout:
    if system.readout == "state":
        return StateReadout(system.hidden)
    kind = MaxoutReadout if system.readout == "maxout" else AttentionalReadout
    return kind(system.hidden, system.embedding, context, system.readout_size)


def _attention(system: System) -> Attention | MultiHeadAttention | None:
    if system.attention == "none":
        return None
    attended = system.attended_size
    if system.attention == "multi-head":
        return MultiHeadAttention(
            system.hidden, attended, system.attention_size, system.attention_heads
        )
    return Attention(_score(system, attended), attended, _window(system))


def _score(system: System, attended: int) -> Score:
    state, size, scaled = system.hidden, system.attention_size, system.attention_scale
    return {
        "additive": lambda: AdditiveScore(state, attended, size),
        "concat": lambda: AdditiveScore(state, attended, size),
        "concat-identity": lambda: ConcatIdentityScore(state, attended),
        "dot": lambda: DotScore(state, scaled),
        "general": lambda: GeneralScore(state, attended, scaled),
        "location": lambda: LocationScore(state, size),
    }[system.attention]()


def _window(system: System) -> MonotonicWindow | None:
    if system.window == "global":
        return None
    if system.window == "monotonic":
        return MonotonicWindow(system.window_half_width)
    return PredictiveWindow(system.hidden, system.window_half_width, system.window_renormalise)
