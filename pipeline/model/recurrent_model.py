"""Recurrent encoder and decoder put together: every system of Bahdanau et al. and Luong et al."""

from __future__ import annotations

import torch
from torch import Tensor

from pipeline.config.system import System
from pipeline.model.encoder import RecurrentEncoder
from pipeline.model.interface import Advance, DecoderState, Encoded, Memory
from pipeline.model.output_loss import OutputLayer
from pipeline.model.start import BridgedStart, PassedStart
from pipeline.model.stepwise_decoder import AttendFirstDecoder, InputFeedingDecoder
from pipeline.model.translation import TranslationModel, refuse_empty
from pipeline.model.whole_decoder import WholeTargetDecoder

Decoder = AttendFirstDecoder | InputFeedingDecoder | WholeTargetDecoder


class RecurrentModel(TranslationModel):
    """An encoder, the decoder's start, a decoder with or without attention, an output layer."""

    def __init__(
        self,
        system: System,
        encoder: RecurrentEncoder,
        start: BridgedStart | PassedStart,
        decoder: Decoder,
        output: OutputLayer,
    ) -> None:
        super().__init__()
        self.system = system
        self.encoder, self.first_state = encoder, start
        self.decoder, self.output = decoder, output
        self.attends = decoder.attention is not None
        self.alignment_shift = system.alignment_shift

    def encode(self, source: Tensor, lengths: Tensor) -> Memory:
        refuse_empty(lengths)
        encoded = self.encoder(source, lengths)
        positions = torch.arange(source.shape[1], device=source.device)
        keys = values = context = None
        if self.attends:
            over_states = self.system.attention_over == "states"
            keys, values = self.decoder.attention.prepare(
                encoded.states if over_states else encoded.embeddings
            )
        elif self.system.context == "every-step":
            context = fixed_context(encoded)
        return Memory(
            mask=positions < lengths[:, None],
            lengths=lengths,
            attended=values,
            keys=keys,
            context=context,
            start=self.first_state(encoded),
        )

    def start(self, memory: Memory) -> DecoderState:
        return self.decoder.start(memory)

    def advance(self, state: DecoderState, memory: Memory, tokens: Tensor) -> Advance:
        return self.decoder.advance(state, memory, tokens)

    def describe(self) -> str:
        from pipeline.model.diagram import recurrent_diagram

        return recurrent_diagram(self)


def fixed_context(encoded: Encoded) -> Tensor:
    """c = h_Tx [B, D]: the top layer's last state; with two readers, both last states."""
    forward = encoded.forward_final.hidden[:, -1]
    if encoded.backward_final is None:
        return forward
    return torch.cat([forward, encoded.backward_final.hidden[:, -1]], dim=-1)
