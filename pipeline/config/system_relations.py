"""Combinations of one system's settings that make no sense, each with the reason."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from pipeline.config.complaints import shown
from pipeline.config.system import System

PRODUCTS = ("dot", "general", "multi-head")
"""Scores made of products of vectors: they grow with the vectors' size, so scaling is defined."""


@dataclass(frozen=True)
class Rule:
    """Setting ``key`` makes no sense where ``broken``; ``reason`` says why and what would do.

    The reason may name the system's values, as in ``{system.hidden}``.
    """

    key: str
    broken: Callable[[System], bool]
    reason: str


def _reads_annotations(system: System) -> bool:
    """Whether the decoder sees more of the encoder than its first state."""
    if system.attends:
        return system.attention_over == "states"
    return system.context == "every-step"


RECURRENT_RULES = (
    Rule(
        "input_feeding",
        lambda system: system.input_feeding and not system.attends,
        "attention: none has no attentional vector to feed back; allowed: false",
    ),
    Rule(
        "input_feeding",
        lambda system: system.input_feeding and system.attends and system.order == "bahdanau",
        "in Bahdanau's order the context enters the next state anyway, and there is no "
        "attentional vector to feed back; allowed: false, or order: luong",
    ),
    Rule(
        "encoder",
        lambda system: (
            system.encoder == "bidirectional"
            and system.initial_state == "bridge"
            and not _reads_annotations(system)
        ),
        "the bridge reads the backward reader alone and nothing else reads the encoder's states, "
        "so that the forward reader would be idle; allowed: forward, or initial_state: pass",
    ),
    Rule(
        "context",
        lambda system: system.attends and system.context == "initial",
        "attention makes a context at every step; allowed: every-step",
    ),
    Rule(
        "initial_state",
        lambda system: system.initial_state == "pass" and system.annotation_size != system.hidden,
        "the encoder's last state is handed over as it is, so its units (encoder_hidden, twice "
        "that in two directions) must be as many as hidden, but they are {system.annotation_size} "
        "and {system.hidden}; allowed: bridge, or equal sizes",
    ),
    Rule(
        "attention",
        lambda system: system.attention == "dot" and system.attended_size != system.hidden,
        "a dot product needs two vectors of one size; the attended vectors (encoder_hidden, twice "
        "that in two directions, or embedding) and the decoder's state (hidden) have "
        "{system.attended_size} and {system.hidden} units; allowed: general, or equal sizes",
    ),
    Rule(
        "attention_scale",
        lambda system: system.attention_scale and system.attention not in PRODUCTS,
        f"only scores made of products are scaled ({', '.join(PRODUCTS)}); allowed: false",
    ),
    Rule(
        "attention_scale",
        lambda system: system.attention == "multi-head" and not system.attention_scale,
        "multi-head attention is always scaled; allowed: true",
    ),
    Rule(
        "attention_over",
        lambda system: system.attention_over == "embeddings" and not system.attends,
        "attention: none looks at nothing; allowed: states",
    ),
    Rule(
        "attention_heads",
        lambda system: system.attention_heads > 1 and system.attention != "multi-head",
        "only attention: multi-head has several heads; allowed: 1",
    ),
    Rule(
        "attention_heads",
        lambda system: (
            system.attention == "multi-head" and system.attention_size % system.attention_heads > 0
        ),
        "the heads share attention_size evenly; allowed: a divisor of attention_size",
    ),
    Rule(
        "window",
        lambda system: system.window != "global" and not system.attends,
        "attention: none has no weights to keep inside a window; allowed: global",
    ),
    Rule(
        "window",
        lambda system: system.window != "global" and system.attention == "multi-head",
        "the papers' windows belong to a single head; allowed: global, or another attention",
    ),
    Rule(
        "window",
        lambda system: system.window != "global" and system.attention == "location",
        "a location score knows its first attention_size positions alone, and a window past them "
        "would be empty; allowed: global, or another attention",
    ),
    Rule(
        "window_renormalise",
        lambda system: system.window_renormalise and system.window != "predictive",
        "only window: predictive multiplies weights by a Gaussian, after which they no longer "
        "sum to 1; allowed: false",
    ),
    Rule(
        "readout",
        lambda system: system.order == "bahdanau" and system.readout != "maxout",
        "in Bahdanau's order the state that is read out has not seen the last word, and only "
        "maxout reads the word itself; allowed: maxout, or order: luong",
    ),
    Rule(
        "readout",
        lambda system: system.readout == "state" and system.attends and system.order == "luong",
        "the state alone would leave the attention's context out of the prediction; "
        "allowed: maxout or attentional",
    ),
    Rule(
        "readout_size",
        lambda system: system.readout == "state" and system.readout_size != system.hidden,
        "readout: state is the decoder's state itself; allowed: the same number as hidden",
    ),
    Rule(
        "alignment_shift",
        lambda system: system.alignment_shift > 0 and not system.attends,
        "attention: none has no alignments to read; allowed: 0",
    ),
    Rule(
        "alignment_shift",
        lambda system: system.alignment_shift > 0 and system.attends and system.order == "bahdanau",
        "in Bahdanau's order the state that attends has not read the last word, so that its "
        "weights cannot belong to it; allowed: 0, or order: luong",
    ),
)

TRANSFORMER_RULES = (
    Rule(
        "attention",
        lambda system: system.attention != "multi-head",
        "a Transformer attends in several heads; allowed: multi-head",
    ),
    Rule(
        "attention_heads",
        lambda system: system.embedding % system.attention_heads > 0,
        "the heads of a Transformer share embedding evenly; allowed: a divisor of embedding",
    ),
    Rule(
        "embedding",
        lambda system: system.embedding % 2 > 0,
        "a Transformer's positions are pairs of a sine and a cosine; allowed: an even number",
    ),
    Rule(
        "attention_over",
        lambda system: system.attention_over == "embeddings",
        "a Transformer's decoder attends to its encoder's last layer; allowed: states",
    ),
    Rule(
        "window",
        lambda system: system.window != "global",
        "a Transformer attends to every position; allowed: global",
    ),
    Rule(
        "input_feeding",
        lambda system: system.input_feeding,
        "a Transformer has no recurrence to feed; allowed: false",
    ),
)


def system_complaints(system: System) -> Iterator[str]:
    """Yield ``key: value makes no sense: reason`` for each rule that ``system`` breaks."""
    rules = TRANSFORMER_RULES if system.family == "transformer" else RECURRENT_RULES
    for rule in rules:
        if rule.broken(system):
            value = shown(getattr(system, rule.key))
            reason = rule.reason.format(system=system)
            yield f"{rule.key}: {value} makes no sense here: {reason}"
