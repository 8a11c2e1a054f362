"""Statistics of the tokenized corpus: what was dropped and why, lengths, unknown words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.metadata import version

import numpy as np

from pipeline.config.tokenizer import Tokenizer
from pipeline.data.cleaning import Cleaned
from pipeline.data.splitting import Splits
from pipeline.data.subwords import NORMALISATION
from pipeline.data.tokenization import Row
from pipeline.data.vocabulary import SPECIAL_SYMBOLS, UNK, Vocabularies

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95, 0.99)
SIDES = ("source", "target")


def statistics(
    provenance: dict,
    cleaned: Cleaned,
    splits: Splits,
    rows: Mapping[str, Sequence[Row]],
    vocabularies: Vocabularies,
    settings: Tokenizer,
) -> dict:
    """Return everything that the data card and the figures tell, as plain values for JSON.

    ``rows`` are the encoded splits by name. Lengths are in Moses words, the end of sentence not
    counted; ``symbols`` are ids of the tokenizer, likewise.
    """
    counts = provenance["counts"]
    return {
        "corpus": provenance,
        "pairs": {
            "downloaded": counts["pairs"],
            "dropped_in_cleaning": cleaned.dropped,
            "cleaned": len(cleaned.pairs),
            "dropped_in_splitting": splits.dropped,
            "groups": splits.groups,
            **{name: len(split) for name, split in rows.items()},
        },
        "changed_in_cleaning": cleaned.changed,
        "overlap": splits.overlap,
        "tokenizer": _tokenizer(settings, vocabularies, rows["train"]),
        "splits": {
            name: {side: _side(split, side) for side in SIDES}
            | {
                "sentences": len(split),
                "sentences_with_unknown": sum(one.has_unknown for one in split),
            }
            for name, split in rows.items()
        },
    }


def _tokenizer(settings: Tokenizer, vocabularies: Vocabularies, train: Sequence[Row]) -> dict:
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
                "vocabulary": len(getattr(vocabularies, side)) - len(SPECIAL_SYMBOLS),
                "vocabulary_with_special_symbols": len(getattr(vocabularies, side)),
                "distinct_training_words": len(
                    {word for one in train for word in getattr(one, f"{side}_words")}
                ),
            }
            for side in SIDES
        },
    }


def _side(split: Sequence[Row], side: str) -> dict:
    lengths = np.array([len(getattr(one, f"{side}_words")) for one in split])
    ids = np.concatenate([getattr(one, f"{side}_ids")[:-1] for one in split])
    unknown = np.count_nonzero(ids == UNK)
    histogram = np.bincount(lengths)
    return {
        "words": int(lengths.sum()),
        "symbols": len(ids),
        "unknown_symbols": int(unknown),
        "unknown_rate": unknown / len(ids),
        "coverage": 1 - unknown / len(ids),
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
