"""A trained model as one file: plain values and tensors, nothing that has to be unpickled.

Imports no Lightning: translating and aligning need this file, and start faster so.
"""

from __future__ import annotations

from pathlib import Path

import torch
from pydantic import ValidationError
from torch import nn

from pipeline.config.system import System
from pipeline.model.assembly import build_model
from pipeline.refusal import Refusal
from pipeline.tensor_file import save_tensors

KEYS = {"system", "source_vocabulary", "target_vocabulary", "state"}


def save_model(
    path: Path, model: nn.Module, system: System, source_vocabulary: int, target_vocabulary: int
) -> None:
    """Write ``model``, built from ``system`` with these vocabulary sizes, to ``path``.

    The same weights give the same bytes, and no path is among them.
    """
    content = {
        "system": system.model_dump(),
        "source_vocabulary": source_vocabulary,
        "target_vocabulary": target_vocabulary,
        "state": {name: tensor.detach().cpu() for name, tensor in model.state_dict().items()},
    }
    save_tensors(path, content)


def load_model(path: Path) -> nn.Module:
    """Return the TranslationModel in ``path``, on the CPU, in evaluation mode.

    Raises Refusal where the file is missing, broken or not one of :func:`save_model`'s.
    """
    try:
        content = torch.load(path, map_location="cpu", weights_only=True)
    except FileNotFoundError:
        raise Refusal(f"{path}: missing; it comes from the stage train") from None
    except Exception as error:  # torch raises many kinds for a file that is not its own
        raise _foreign(path, f"{type(error).__name__} while reading it") from None
    if not isinstance(content, dict) or content.keys() != KEYS:
        raise _foreign(path, "it holds something else than a model")
    try:
        system = System.model_validate(content["system"])
        model = build_model(system, content["source_vocabulary"], content["target_vocabulary"])
        model.load_state_dict(content["state"])
    except (ValidationError, RuntimeError, TypeError) as error:
        raise _foreign(path, f"its weights do not fit its settings: {error}") from None
    return model.eval()


def _foreign(path: Path, reason: str) -> Refusal:
    return Refusal(f"{path}: not a model of this version of the pipeline ({reason}); train it anew")
