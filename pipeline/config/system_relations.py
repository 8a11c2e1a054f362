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
    """Setting ``key`` makes no sense where ``broken``; ``reason`` says why and what would do."""

    key: str
    broken: Callable[[System], bool]
    reason: str


RULES = (
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
        "attention_scale",
        lambda system: system.attention_scale and system.attention not in PRODUCTS,
        f"only scores made of products are scaled ({', '.join(PRODUCTS)}); allowed: false",
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
        "window_renormalise",
        lambda system: system.window_renormalise and system.window != "predictive",
        "only window: predictive multiplies weights by a Gaussian, after which they no longer "
        "sum to 1; allowed: false",
    ),
)


def system_complaints(system: System) -> Iterator[str]:
    """Yield ``key: value makes no sense: reason`` for each rule that ``system`` breaks."""
    for rule in RULES:
        if rule.broken(system):
            value = shown(getattr(system, rule.key))
            yield f"{rule.key}: {value} makes no sense here: {rule.reason}"
