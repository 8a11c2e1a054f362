"""Writing the tokenized corpus; :mod:`pipeline.data.corpus` tells what is in it, and reads it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from itertools import islice
from pathlib import Path

from pipeline.atomic import write_text, written_whole
from pipeline.data.corpus import VOCABULARY_FILE
from pipeline.data.tokenization import Row
from pipeline.data.vocabulary import Vocabularies

BATCH_ROWS = 1000
"""Rows of one record batch: what is in memory at once, of writer and of reader."""


def _features():
    # Imported where used: `datasets` takes over a second to import.
    from datasets import Features, List, Value

    text, number = Value("string"), Value("int32")
    kinds = dict.fromkeys(Row._fields, List(number))
    kinds |= dict.fromkeys(("id", "group", "source_text", "target_text"), text)
    kinds |= dict.fromkeys(("source_words", "target_words"), List(text))
    return Features(kinds | {"alignment": List(List(number)), "has_unknown": Value("bool")})


def save_split(folder: Path, name: str, rows: Iterable[Row]) -> None:
    """Write one split, some rows at a time; the same rows give the same bytes."""
    from datasets.arrow_writer import ArrowWriter

    features, coming = _features(), iter(rows)
    # No fingerprint, no cache: nothing that differs from run to run.
    with (
        written_whole(Path(folder) / f"{name}.arrow") as beside,
        ArrowWriter(path=str(beside), features=features, writer_batch_size=BATCH_ROWS) as writer,
    ):
        lot = list(islice(coming, BATCH_ROWS))
        while lot:
            writer.write_table(_table(lot, features.arrow_schema))
            lot = list(islice(coming, BATCH_ROWS))
        writer.finalize()


def _table(rows: Sequence[Row], schema):
    import pyarrow

    columns = zip(*rows, strict=True)
    return pyarrow.Table.from_arrays(
        [
            pyarrow.array(column, type=kind.type)
            for column, kind in zip(columns, schema, strict=True)
        ],
        schema=schema,
    )


def save_vocabularies(folder: Path, vocabularies: Vocabularies) -> None:
    """Write vocabulary.json: the kind, the languages, both sides' symbols in the order of ids."""
    content = {
        "kind": vocabularies.kind,
        "source_language": vocabularies.source_language,
        "target_language": vocabularies.target_language,
        "source": vocabularies.source.symbols,
        "target": vocabularies.target.symbols,
    }
    text = json.dumps(content, ensure_ascii=False, indent=0)
    write_text(Path(folder) / VOCABULARY_FILE, text + "\n")


def save_model(path: Path, model: bytes | None) -> None:
    """Write a sentencepiece model; where there is none, remove what an earlier run left."""
    if model is None:
        Path(path).unlink(missing_ok=True)
        return
    with written_whole(path) as beside:
        beside.write_bytes(model)
