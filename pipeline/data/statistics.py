"""Statistics of the tokenized corpus: what was dropped and why, lengths, unknown words."""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

import numpy as np

from pipeline.config.tokenizer import Tokenizer
from pipeline.data.cleaning import Cleaning
from pipeline.data.corpus import SPLITS, read_batches
from pipeline.data.projection import Projection
from pipeline.data.splitting import Splits
from pipeline.data.subwords import NORMALISATION
from pipeline.data.unspaced import Unspaced
from pipeline.data.vocabulary import SPECIAL_SYMBOLS, UNK, Vocabularies

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95, 0.99)
SIDES = ("source", "target")


class Counted(NamedTuple):
    """What was counted in one side of one split of N sentences."""

    lengths: np.ndarray  # [N] int64, Moses words
    symbols: int  # ids of the tokenizer
    unknown: int  # UNK among them
    distinct: int  # different Moses words


def statistics(
    provenance: dict,
    cleaned: Cleaning,
    projected: Projection,
    unspaced: Unspaced,
    splits: Splits,
    folder: Path,
    vocabularies: Vocabularies,
    settings: Tokenizer,
) -> dict:
    """Return everything that the data card and the figures tell, as plain values for JSON.

    ``cleaned``, ``projected`` and ``unspaced`` were gone through; ``folder`` holds the encoded
    splits. Lengths are in Moses words, or pieces in a script without spaces, the end of sentence
    not counted; ``symbols`` are ids of the tokenizer, likewise.
    """
    counted = {name: {side: _counted(folder, name, side) for side in SIDES} for name in SPLITS}
    counts = provenance["counts"]
    return {
        "corpus": provenance,
        "pairs": {
            "downloaded": counts["pairs"],
            "dropped_in_cleaning": cleaned.dropped,
            "cleaned": cleaned.kept,
            "dropped_in_splitting": splits.dropped,
            "groups": splits.groups,
            **{name: len(sides["source"].lengths) for name, sides in counted.items()},
        },
        "changed_in_cleaning": cleaned.changed,
        "joiners": cleaned.joiners,
        "overlap": splits.overlap,
        "links": {
            "projected": projected.counts,
            "splits": {name: _links(folder, name) for name in SPLITS},
        },
        "tokenizer": _tokenizer(settings, vocabularies, counted["train"])
        | {"unspaced": {side: unspaced.script(side) for side in SIDES}},
        "splits": {
            name: {side: _side(one) for side, one in sides.items()}
            | {
                "sentences": len(sides["source"].lengths),
                "sentences_with_unknown": sum(
                    batch.column("has_unknown").true_count for batch in read_batches(folder, name)
                ),
            }
            for name, sides in counted.items()
        },
    }


def _tokenizer(settings: Tokenizer, vocabularies: Vocabularies, train: dict[str, Counted]) -> dict:
    word = settings.kind == "word"
    return {
        "kind": settings.kind,
        "words": "Moses tokenization, case kept, nothing escaped",
        "learned_from": "the whole training split, every length",
        "normalisation": NORMALISATION if not word else "none",
        "versions": {
            package: version(package)
            for package in ("sacremoses", *(() if word else ("sentencepiece",)))
        },
        "special_symbols": list(SPECIAL_SYMBOLS),
        **{
            side: {
                "vocabulary_asked_for": getattr(settings, f"{side}_vocabulary"),
                "vocabulary": len(getattr(vocabularies, side)) - len(SPECIAL_SYMBOLS),
                "vocabulary_with_special_symbols": len(getattr(vocabularies, side)),
                "distinct_training_words": train[side].distinct,
            }
            for side in SIDES
        },
    }


def _links(folder: Path, name: str) -> dict[str, int]:
    """Right links between words, where the corpus knows any."""
    known = [
        np.diff(batch.column("alignment").offsets.to_numpy())  # [N] links of each pair
        for batch in read_batches(folder, name)
    ]
    return {
        "pairs_with_links": sum(int(np.count_nonzero(links)) for links in known),
        "word_links": sum(int(links.sum()) for links in known),
    }


def _counted(folder: Path, name: str, side: str) -> Counted:
    lengths, symbols, unknown = [], 0, 0
    words: set[str] = set()
    for batch in read_batches(folder, name):
        said = batch.column(f"{side}_words")
        lengths.append(np.diff(said.offsets.to_numpy()).astype(np.int64))
        words.update(said.flatten().unique().to_pylist())
        ids = batch.column(f"{side}_ids").flatten().to_numpy()
        # Every sentence ends with one symbol that is not counted, and is never UNK.
        symbols += len(ids) - len(batch)
        unknown += int(np.count_nonzero(ids == UNK))
    return Counted(np.concatenate(lengths), symbols, unknown, len(words))


def _side(counted: Counted) -> dict:
    lengths, symbols, unknown = counted.lengths, counted.symbols, counted.unknown
    histogram = np.bincount(lengths)
    return {
        "words": int(lengths.sum()),
        "symbols": symbols,
        "unknown_symbols": unknown,
        "unknown_rate": unknown / symbols,
        "coverage": 1 - unknown / symbols,
        "length": {
            "unit": "Moses words, end of sentence not counted",
            "mean": float(lengths.mean()),
            "standard_deviation": float(lengths.std()),
            "shortest": int(lengths.min()),
            "longest": int(lengths.max()),
            "median": float(np.median(lengths)),
            "quantiles": {
                str(share): float(value)
                for share, value in zip(QUANTILES, np.quantile(lengths, QUANTILES), strict=True)
            },
            "histogram": {
                str(length): int(count) for length, count in enumerate(histogram) if count
            },
        },
    }
