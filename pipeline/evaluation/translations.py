"""Reading what the translate stage left, and refusing what does not answer the test set."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from pipeline.evaluation.held_out import HeldOut
from pipeline.layout import TRANSLATE, run_folder
from pipeline.refusal import Refusal

REPAIR = "run `dvc repro` to translate it again"


class Translations(NamedTuple):
    """One run's translations of N sentences, in the order of the test set."""

    texts: list[str]
    """Detokenized, with UNK where the model wrote it."""
    texts_replaced: list[str]
    """The same with every UNK replaced by the raw source word attended most."""
    reference_nll: np.ndarray  # [N] nats, teacher forced
    reference_tokens: np.ndarray  # [N] end of sentence counted


class Run(NamedTuple):
    """What one trained model made of the test set."""

    full: Translations
    """Every test sentence, free decoding."""
    known: Translations
    """Sentences without unknown words on either side, the model barred from writing UNK."""


def read_run(system: str, seed: int, test: HeldOut) -> Run:
    """Read the run of ``system`` trained with ``seed``; both files must fit ``test``.

    Raises Refusal where a file is missing, is not what the translate stage writes, or holds other
    sentences than the test set.
    """
    folder = run_folder(TRANSLATE, system, seed)
    known_ids = [test.ids[row] for row in np.flatnonzero(test.known)]
    return Run(
        full=read_translations(folder / "hypotheses.jsonl", test.ids),
        known=read_translations(folder / "hypotheses_no_unk.jsonl", known_ids),
    )


def read_translations(path: Path, ids: Sequence[str]) -> Translations:
    """Read translations of exactly the sentences ``ids``, in that order; Refusal otherwise."""
    if not path.is_file():
        raise Refusal(
            f"{path} is missing: experiment.systems and experiment.seeds list this run, but it "
            f"has no translations; {REPAIR}, or take it off the list"
        )
    lines = path.read_text(encoding="utf-8").split("\n")
    lines = lines[:-1] if lines[-1] == "" else lines
    if len(lines) != len(ids):
        raise Refusal(
            f"{path} holds {len(lines)} translations, but the test set needs {len(ids)}; {REPAIR}"
        )
    return _columns([_entry(path, n, line, ids[n - 1]) for n, line in enumerate(lines, start=1)])


def _entry(path: Path, number: int, line: str, expected: str) -> tuple[str, str, float, int]:
    where = f"{path}, line {number}"
    try:
        entry = json.loads(line)
        found, text, replaced = entry["id"], entry["text"], entry["text_replaced"]
        nll, tokens = float(entry["reference_nll"]), int(entry["reference_tokens"])
    except (ValueError, KeyError, TypeError) as error:
        raise Refusal(f"{where} is not a translation ({error!r}); {REPAIR}") from None
    if found != expected:
        raise Refusal(
            f"{where} translates sentence {found!r}, but the test set has {expected!r} there: "
            f"the translations belong to another test set or order; {REPAIR}"
        )
    if not (isinstance(text, str) and isinstance(replaced, str)):
        raise Refusal(f"{where} has no text of the translation; {REPAIR}")
    if not math.isfinite(nll) or tokens < 1:
        raise Refusal(
            f"{where} gives the reference a negative log-likelihood of {nll} nats over {tokens} "
            "tokens: it must be finite, over one token or more; the model of this run is not "
            "sound, train it again with a lower training.learning_rate"
        )
    return text, replaced, nll, tokens


def _columns(entries: list[tuple[str, str, float, int]]) -> Translations:
    return Translations(
        texts=[entry[0] for entry in entries],
        texts_replaced=[entry[1] for entry in entries],
        reference_nll=np.array([entry[2] for entry in entries], dtype=np.float64),
        reference_tokens=np.array([entry[3] for entry in entries], dtype=np.int64),
    )
