"""What a system is, in a few words, read off its settings: for those who do not know its name."""

from __future__ import annotations

from pipeline.config.system import System
from pipeline.plural import so_many

SCORES = {
    "additive": "additive attention",
    "dot": "dot product attention",
    "general": "bilinear attention",
    "concat": "attention with Luong's concat score",
    "concat-identity": "attention with Luong's concat score (half of it the identity)",
    "location": "attention by the decoder's state alone (Luong's location)",
    "multi-head": "attention with queries, keys and values",
}
WINDOWS = {
    "monotonic": "in a window that moves on",
    "predictive": "in a window whose centre is predicted",
}
ORDERS = {"bahdanau": "attends before each step", "luong": "attends after each step"}


def in_words(system: System) -> str:
    """``additive attention to the states of a bidirectional GRU; attends before each step``."""
    if system.family == "transformer":
        return f"Transformer: attention alone, {so_many(system.attention_heads, 'head')}"
    encoder = _encoder(system)
    if not system.attends:
        handed = "at every step" if system.context == "every-step" else "as its first state alone"
        return f"fixed context of {encoder}, which the decoder gets {handed}"
    over = "the states of" if system.attention_over == "states" else "word embeddings, beside"
    return f"{_attention(system)} to {over} {encoder}; {_order(system)}"


def _encoder(system: System) -> str:
    cell = f"{system.cell.upper()}{f' of {system.layers} layers' if system.layers > 1 else ''}"
    if system.encoder == "forward" and system.reverse_source:
        return f"{'an' if system.cell == 'lstm' else 'a'} {cell} that reads the source backwards"
    turned = ", the source turned round" if system.reverse_source else ""
    return f"a {system.encoder} {cell}{turned}"


def _attention(system: System) -> str:
    parts = ["scaled" if system.attention_scale else "", SCORES[system.attention]]
    if system.attention == "multi-head":
        parts.append(f"in {so_many(system.attention_heads, 'head')}")
    if system.window in WINDOWS:
        parts.append(f"{WINDOWS[system.window]},")
    return " ".join(part for part in parts if part)


def _order(system: System) -> str:
    return ORDERS[system.order] + (", with input feeding" if system.input_feeding else "")
