"""Every system of params.yaml, made tiny and exact, and random sentences to read."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch

from pipeline.config.load import load_section
from pipeline.config.read import PARAMS, read_params
from pipeline.config.system import System
from pipeline.data.vocabulary import EOS
from pipeline.model.assembly import build_model
from pipeline.model.translation import TranslationModel

SHIPPED = Path(__file__).parents[3] / PARAMS
SYSTEMS = sorted(read_params(SHIPPED)["systems"])
VOCABULARY = 14
SIZES = ("embedding", "hidden", "encoder_hidden", "attention_size", "readout_size")


def tiny(slug: str, seed: int = 1) -> TranslationModel:
    """A shipped system at an eighth of its size, float64, weights larger than at first."""
    system = load_section(f"systems.{slug}", System, SHIPPED)
    sizes = {key: getattr(system, key) // 8 for key in SIZES}
    torch.manual_seed(seed)
    model = build_model(system.model_copy(update=sizes), VOCABULARY, VOCABULARY).double().eval()
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.mul_(2.0)
    return model


def sentence(length: int, seed: int) -> list[int]:
    """Random words and the end of sentence: ``length`` ids."""
    generator = np.random.default_rng(seed)
    return [*generator.integers(4, VOCABULARY, length - 1).tolist(), EOS]
