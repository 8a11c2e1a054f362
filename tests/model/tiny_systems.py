"""Tiny systems of every kind for the tests of the model, and ragged batches to feed them.

Axis letters as in the model: B batch, S source length, T target length.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch

from pipeline.config.system import System
from pipeline.data.batch import Batch, padded_batch
from pipeline.data.vocabulary import EOS, PAD
from pipeline.model.assembly import build_model
from pipeline.model.translation import TranslationModel

SOURCE_VOCABULARY = 11
TARGET_VOCABULARY = 13
FIRST_WORD = 4

Settings = dict[str, str | int | float | bool | None]

SEARCH: Settings = {
    "family": "recurrent",
    "max_words": None,
    "reverse_source": False,
    "embedding": 5,
    "hidden": 6,
    "encoder_hidden": 6,
    "layers": 1,
    "dropout": 0.0,
    "cell": "gru",
    "encoder": "bidirectional",
    "order": "bahdanau",
    "context": "every-step",
    "initial_state": "bridge",
    "attention": "additive",
    "attention_size": 8,
    "attention_scale": False,
    "attention_over": "states",
    "attention_heads": 1,
    "window": "global",
    "window_half_width": 2,
    "window_renormalise": False,
    "input_feeding": False,
    "readout": "maxout",
    "readout_size": 4,
    "initialisation": "glorot",
    "output_bias": "zero",
    "alignment_shift": 0,
}
ENCDEC: Settings = SEARCH | {"encoder": "forward", "attention": "none"}
LUONG: Settings = SEARCH | {
    "cell": "lstm",
    "encoder": "forward",
    "order": "luong",
    "initial_state": "pass",
    "attention": "dot",
    "readout": "attentional",
    "layers": 2,
}
SEQ2SEQ: Settings = LUONG | {
    "attention": "none",
    "context": "initial",
    "readout": "state",
    "readout_size": 6,
    "reverse_source": True,
}
HALVES: Settings = {"encoder_hidden": 3}
"""Both readers' states together as long as the decoder's, which the dot product asks for."""
HEADS: Settings = {"attention": "multi-head", "attention_scale": True, "attention_heads": 2}
EMBEDDINGS: Settings = {"attention_over": "embeddings", "encoder": "forward"}

SHIPPED: dict[str, Settings] = {
    "encdec": ENCDEC,
    "search": SEARCH,
    "search-dot": SEARCH | HALVES | {"attention": "dot", "attention_scale": True},
    "search-general": SEARCH | {"attention": "general", "attention_scale": True},
    "seq2seq": SEQ2SEQ,
    "dot": LUONG,
    "general": LUONG | {"attention": "general"},
    "concat": LUONG | {"attention": "concat"},
    "location": LUONG | {"attention": "location"},
    "local-m": LUONG | {"attention": "general", "window": "monotonic"},
    "local-p": LUONG | {"attention": "general", "window": "predictive"},
    "dot-feed": LUONG | {"input_feeding": True},
    "qkv": SEARCH | HEADS,
    "embed": SEARCH | EMBEDDINGS,
    "transformer": SEARCH | HEADS | {"family": "transformer", "embedding": 6, "layers": 2},
}
"""The kinds of system that the papers and this project name, tiny (a cap is not the model's)."""

SWITCHED: dict[str, Settings] = {
    # Fixed context.
    "encdec, LSTM": ENCDEC | {"cell": "lstm"},
    "encdec, 2 layers": ENCDEC | {"layers": 2},
    "encdec, two readers": ENCDEC | {"encoder": "bidirectional"},
    "encdec, reversed": ENCDEC | {"reverse_source": True},
    "encdec, context only at first": ENCDEC | {"context": "initial"},
    "encdec, Luong's order": ENCDEC | {"order": "luong", "cell": "lstm"},
    "encdec, attentional": ENCDEC | {"order": "luong", "cell": "lstm", "readout": "attentional"},
    "seq2seq, two readers": SEQ2SEQ | HALVES | {"encoder": "bidirectional"},
    "seq2seq, bridge, maxout": SEQ2SEQ | {"initial_state": "bridge", "readout": "maxout"},
    "seq2seq, GRU": SEQ2SEQ | {"cell": "gru"},
    "seq2seq, GRU, Bahdanau's order": SEQ2SEQ
    | {"cell": "gru", "order": "bahdanau", "readout": "maxout"},
    # Bahdanau's order.
    "search, LSTM": SEARCH | {"cell": "lstm"},
    "search, 2 layers": SEARCH | {"layers": 2},
    "search, LSTM, 2 layers": SEARCH | {"cell": "lstm", "layers": 2},
    "search, one reader": SEARCH | {"encoder": "forward"},
    "search, reversed": SEARCH | {"reverse_source": True},
    "search, passed state": SEARCH | HALVES | {"initial_state": "pass"},
    "search, dot unscaled": SEARCH | HALVES | {"attention": "dot"},
    "search, general unscaled": SEARCH | {"attention": "general"},
    "search, concat": SEARCH | {"attention": "concat"},
    "search, concat-identity": SEARCH | {"attention": "concat-identity"},
    "search, location": SEARCH | {"attention": "location"},
    "search, local-m": SEARCH | {"window": "monotonic"},
    "search, local-p": SEARCH | {"window": "predictive"},
    "search, one head": SEARCH | HEADS | {"attention_heads": 1},
    "embed, reversed, LSTM": SEARCH | EMBEDDINGS | {"reverse_source": True, "cell": "lstm"},
    # Luong's order.
    "luong, additive": LUONG | {"attention": "additive"},
    "luong, concat-identity": LUONG | {"attention": "concat-identity"},
    "luong, multi-head": LUONG | HEADS,
    "luong, GRU": LUONG | {"cell": "gru"},
    "luong, maxout": LUONG | {"readout": "maxout"},
    "luong, 1 layer, reversed": LUONG | {"layers": 1, "reverse_source": True},
    "luong, two readers": LUONG | HALVES | {"encoder": "bidirectional"},
    "luong, embeddings": LUONG | {"attention": "general", "attention_over": "embeddings"},
    "luong, scaled, bridge": LUONG | {"attention_scale": True, "initial_state": "bridge"},
    "location, reversed": LUONG | {"attention": "location", "reverse_source": True},
    "local-p, dot": LUONG | {"window": "predictive"},
    "local-p, renormalised": LUONG | {"window": "predictive", "window_renormalise": True},
    "local-p, wide": LUONG | {"window": "predictive", "window_half_width": 10},
    "feed, GRU": LUONG | {"input_feeding": True, "cell": "gru"},
    "feed, maxout, 1 layer": LUONG | {"input_feeding": True, "readout": "maxout", "layers": 1},
    "feed, local-p": LUONG
    | {"input_feeding": True, "attention": "general", "window": "predictive"},
    "feed, concat, two readers": LUONG
    | HALVES
    | {"input_feeding": True, "attention": "concat", "encoder": "bidirectional"},
    "transformer, reversed": SEARCH
    | HEADS
    | {"family": "transformer", "embedding": 6, "reverse_source": True},
}
"""One or two settings away from a shipped system: the switches that every system has."""

ALL = SHIPPED | SWITCHED
RECURRENT = {name: s for name, s in ALL.items() if s["family"] == "recurrent"}
ATTENDING = {
    name: s for name, s in ALL.items() if s["attention"] != "none" or s["family"] != "recurrent"
}


def tiny(settings: Settings, seed: int = 0, spread: float = 0.5) -> TranslationModel:
    """A float64 model with every parameter, biases too, drawn from N(0, spread^2).

    A freshly initialised model has biases of zero and small weights, which hide mistakes.
    """
    model = build_model(System(**settings), SOURCE_VOCABULARY, TARGET_VOCABULARY).double()
    generator = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.normal_(0, spread, generator=generator)
    return model


def resized(settings: Settings, size: int) -> Settings:
    """The same system large enough to learn something."""
    sizes = dict.fromkeys(("embedding", "hidden", "attention_size", "readout_size"), size)
    halves = 2 * settings["encoder_hidden"] == settings["hidden"]
    return settings | sizes | {"encoder_hidden": size // 2 if halves else size}


Pairs = list[tuple[list[int], list[int]]]


def random_pairs(seed: int, lengths: Sequence[tuple[int, int]]) -> Pairs:
    """Pairs of random ids; ``lengths`` are (source, target), each with its end of sentence."""
    generator = torch.Generator().manual_seed(seed)

    def sentence(length: int, vocabulary: int) -> list[int]:
        words = torch.randint(FIRST_WORD, vocabulary, (length - 1,), generator=generator)
        return [*words.tolist(), EOS]

    return [
        (sentence(source, SOURCE_VOCABULARY), sentence(target, TARGET_VOCABULARY))
        for source, target in lengths
    ]


RAGGED = ((5, 4), (2, 7), (8, 3), (1, 5), (6, 1))
"""Source and target lengths that order a batch differently; a lone end of sentence on each side."""


def batch_of(pairs: Pairs) -> Batch:
    """The pairs as a padded batch."""
    sources, targets = ([torch.tensor(pair[side]) for pair in pairs] for side in (0, 1))
    pad = torch.nn.utils.rnn.pad_sequence
    return padded_batch(
        rows=torch.arange(len(pairs)),
        source=pad(sources, batch_first=True, padding_value=PAD),
        source_lengths=torch.tensor([len(ids) for ids in sources]),
        target=pad(targets, batch_first=True, padding_value=PAD),
        target_lengths=torch.tensor([len(ids) for ids in targets]),
    )
