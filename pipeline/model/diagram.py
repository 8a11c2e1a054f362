"""A system's diagram of sizes, printed with its run."""

from __future__ import annotations

from torch import nn


def parameter_table(model: nn.Module) -> str:
    """Every parameter with its shape, grouped as the modules are, and the sum."""
    rows = [
        (name, " x ".join(str(size) for size in parameter.shape), parameter.numel())
        for name, parameter in model.named_parameters()
    ]
    width = max(len(name) for name, _, _ in rows)
    shapes = max(len(shape) for _, shape, _ in rows)
    lines = [f"  {name:<{width}}  {shape:>{shapes}}  {count:>11,}" for name, shape, count in rows]
    total = sum(count for _, _, count in rows)
    lines.append(f"  {'parameters':<{width}}  {'':>{shapes}}  {total:>11,}")
    return "\n".join(lines)


def recurrent_diagram(model) -> str:
    """One line a part: encoder -> attention or fixed context -> decoder -> readout -> output."""
    system = model.system
    annotation = system.annotation_size
    order = {"bahdanau": ", attend, then step", "luong": ", step, then attend"}[system.order]
    if not model.attends:
        link, order = f"fixed context ({annotation}), {system.context}", ""
    else:
        over = f"{system.attention_over} ({system.attended_size})"
        link = f"{system.attention} attention over {over}"
        link += "" if system.window == "global" else f", {system.window} window"
    vocabulary, features = model.output.weight.shape
    steps = [
        f"source words {model.encoder.embedding.num_embeddings:,} -> {system.embedding}"
        + (" (reversed)" if system.reverse_source else ""),
        f"{system.encoder} {system.cell} {system.layers} x {system.encoder_hidden} -> {annotation}",
        link,
        f"{system.cell} {system.layers} x {system.hidden}{order}"
        + (", input feeding" if system.input_feeding else ""),
        f"{system.readout} readout -> {features}",
        f"target words {vocabulary:,}",
    ]
    return "\n  -> ".join(steps) + "\n" + parameter_table(model)


def transformer_diagram(model) -> str:
    """One line a part of the Transformer."""
    system = model.system
    shape = f"{system.layers} layers, {system.attention_heads} heads, feed-forward {system.hidden}"
    steps = [
        f"source words {model.source_embedding.num_embeddings:,} -> {system.embedding}",
        f"encoder: {shape}",
        f"decoder: {shape}",
        f"target words {model.output.weight.shape[0]:,}",
    ]
    return "\n  -> ".join(steps) + "\n" + parameter_table(model)
